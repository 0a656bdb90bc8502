"""Words that carry no topic: English and Chinese function words, and the small talk of web pages."""

from __future__ import annotations

_ENGLISH = """
a about above after again against all also although always am among an and another any are aren't around as at
away back be became because become been before being below between both but by can can't cannot could
couldn't did didn't do does doesn't doing don't done down during each either else enough etc ever every few for
from further get gets getting give given gives go goes going gone got had hadn't has hasn't have haven't having he
he's her here hers herself him himself his how however i i'm i've if in instead into is isn't it it's its itself just
keep kept let let's like made make makes making many may maybe me might more most much must my myself near need no nor
not nothing now of off often on once one only onto or other others our ours ourselves out over own per perhaps
put quite rather re really s said same say says see seen seem several shall she should shouldn't since so some
something sometimes still such t take taken takes than that that's the their theirs them themselves then there
there's therefore these they they're thing things this those though through thus to together too toward towards
under until up upon us use used uses using usually very via was wasn't way we we're well went were weren't what
when where whether which while who whom whose why will with within without won't would wouldn't yes yet you you're
your yours yourself
"""

_CHINESE = """
的 了 和 是 在 我 有 就 不 人 都 一 一个 上 也 很 到 说 要 去 你 会 着 没有 看 好 自己 这 那 这个 那个 这些 那些 这样 那样
这里 那里 他 她 它 他们 她们 它们 我们 你们 咱们 自身 什么 怎么 怎样 如何 为什么 哪 哪个 哪些 谁 多少 几 与 及 以及 或 或者 而 而且 并 并且
但 但是 然而 不过 可是 因为 所以 因此 由于 如果 假如 那么 虽然 尽管 只要 只有 除非 无论 不管 即使 比如 例如 等 等等 之 其 其中 其他
其它 此 该 各 每 某 某些 另 另外 还 还是 还有 又 再 才 只 只是 仅 更 最 太 非常 十分 比较 已 已经 曾 曾经 正在 将 将要 可 可以 能 能够
应 应该 必须 需要 可能 被 把 让 使 给 对 对于 关于 从 自 由 向 往 于 以 为 为了 按照 根据 通过 经过 随着 除了 之间 之后 之前 以后 以前 以上 以下
时 时候 中 里 内 外 下 前 后 左右 来 进行 做 用 使用 所 所有 一些 一样 一般 一种 第一 个 们 地 得 过 吧 吗 呢 啊 呀 哦 嗯 来说 而言 一下
有些 有的 同时 然后 于是 接着 首先 其次 最后 即 则 且 若 却 便 既 虽 尚 仍 仍然 并不 不是 不会 不能 就是 也是 都是 是否
"""

_STOP = frozenset(_ENGLISH.split()) | frozenset(_CHINESE.split())


def is_stop(word: str) -> bool:
    """Tell whether a folded word is a function word of English or Chinese.

    >>> is_stop("the"), is_stop("但是"), is_stop("soil"), is_stop("土壤")
    (True, True, False, False)
    """
    return word in _STOP
