"""Decide how the bytes of a page are to be read.

Asked in this order; the first that can answer decides. What is declared is always checked against the bytes.

1. `mark`: a byte order mark; that of UTF-8 only when the bytes are not clearly something else;
2. `zeros`: UTF-16 or UTF-32 without a mark, told by the zero bytes of its markup;
3. `escapes`: the escape sequences of ISO-2022-JP, and of other seven-bit encodings when they are declared;
4. `utf-8`: strictly valid UTF-8, a last character cut in two forgiven; a page all in ASCII keeps what it
   declares, and a few characters that are valid by accident do not overrule a declaration that reads better;
5. `header`, `xml`, `meta`, in this order, unless the text they give is clearly less plausible than another
   reading; a western default is as good as nothing;
6. `detector`: the most plausible reading of all.
"""

from lookclear.html.charset.decision import Decoded, Quality, decode

__all__ = ["Decoded", "Quality", "decode"]
