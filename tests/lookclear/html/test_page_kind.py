"""Pages as they are met, each with the kind that a reader would give it."""

import pytest

from lookclear.domain import PageKind
from lookclear.html.looks import look
from lookclear.html.metadata import read
from lookclear.html.page_kind import Looks, kind_of
from lookclear.html.parse import parse
from lookclear.html.tree import build

NAV = "<nav>" + "".join(f"<a href=/{n}>Section {n}</a> " for n in range(12)) + "</nav>"
ZH_NAV = "<div class=nav>" + "".join(f"<a href=/{n}>栏目{n}</a> " for n in range(12)) + "</div>"
FOOTER = "<footer><p>© 2024 Example Ltd. All rights reserved. <a href=/imprint>Imprint</a></p></footer>"
PROSE = (
    "<p>"
    + "The river carries fine silt down to the plain, where the farmers have dug channels. " * 8
    + "</p>"
)
ZH_PROSE = (
    "<p>"
    + "水稻是世界上最重要的粮食作物之一，农民在春天播种，在秋天收获，其间需要充足的水分和阳光。" * 8
    + "</p>"
)
LONG_FOOTER = f"<footer>{PROSE}</footer>"
FORM = "<form><input name=user><input type=password name=p><button>OK</button></form>"


def judged(markup: str) -> tuple[PageKind, str]:
    tree = build(markup.replace("</title>", "</title><body>", 1))
    return kind_of(look(tree, read(tree.root, "https://example.org/x", "utf-8", {}).title))


def rows(row: str, count: int) -> str:
    return "<ul>" + "".join(f"<li>{row.format(n=n)}</li>" for n in range(count)) + "</ul>"


SOFT_404 = [
    f"<title>404 Not Found</title><center><h1>404 Not Found</h1></center><hr>{FOOTER}",
    f"<title>Page not found - Example</title>{NAV}<h1>Oops!</h1><p>Try the search.</p>{FOOTER}",
    f"<title>Example</title>{NAV}<h1>Page Not Found</h1><p>Sorry about that.</p>{FOOTER}",
    f"<title>Error 404 | Example</title>{NAV}<p>Go to the <a href=/>front page</a>.</p>",
    f"<title>Example shop</title>{NAV}<p>Sorry, the page you are looking for does not exist.</p>{FOOTER}",
    f"<title>Shop</title>{NAV}<p>This product is no longer available.</p>{FOOTER}",
    "<title>Error</title><p>The requested URL /x was not found on this server.</p>",
    f"<title>页面不存在 - 农业网</title>{ZH_NAV}<p>3秒后返回首页</p>",
    f"<title>农业网</title>{ZH_NAV}<p>抱歉，您访问的页面不存在或已被删除！</p><a href=/>返回首页</a>",
    f"<title>提示信息 - 论坛</title>{ZH_NAV}<div>抱歉，指定的主题不存在或已被删除或正在被审核</div>",
    f"<title>新闻</title>{ZH_NAV}<h1>很抱歉，您要查看的网页找不到了</h1>",
    "<title>404</title><p>您请求的页面走丢了</p><script>setTimeout(\"location.href='/'\", 3000)</script>",
    "<title>该内容已被删除</title><p>去看看别的吧</p>",
    f"<title>頁面不存在</title>{ZH_NAV}<p>3秒後返回首頁</p>",
    f"<title>農業網</title>{ZH_NAV}<p>您訪問的頁面不存在</p>",
    f"<title>農業網</title>{ZH_NAV}<h1>找不到網頁</h1>",
    "<title>農業網</title><p>很抱歉，此連結已失效</p>",
    f"<title>404 Not Found</title><h1>404 Not Found</h1>{LONG_FOOTER}",
    f"<title>农业网</title><p>抱歉，您访问的页面不存在</p><aside>{ZH_PROSE}</aside>",
    "<title>404 - Seite nicht gefunden</title><h1>404 - Seite nicht gefunden</h1>",
    f"<title>Hofladen</title>{NAV}<p>404 - Seite nicht gefunden</p>",
    "<title>Seite nicht gefunden – Hofladen</title><p>Zur Startseite</p>",
    f"<title>Hofladen</title>{NAV}<h1>Die gewünschte Seite wurde nicht gefunden</h1>",
    "<title>Page non trouvée | Ferme</title><p>Retour</p>",
    f"<title>Ferme</title>{NAV}<h1>Oups ! Cette page est introuvable.</h1>",
    "<title>Página no encontrada - Granja</title><p>Volver</p>",
    "<title>La página que buscas no existe</title><p>Volver</p>",
    "<title>ページが見つかりません｜農園</title><p>トップへ</p>",
    f"<title>農園</title>{NAV}<h1>お探しのページは見つかりませんでした</h1>",
    f"<title>Tractors</title>{NAV}<p>This listing has expired.</p>{FOOTER}",
    f"<title>Jobs</title>{NAV}<p>Sorry, this job posting has expired.</p>{FOOTER}",
    f"<title>Shop</title>{NAV}<p>No results found</p>{FOOTER}",
    f"<title>You searched for xyz</title>{NAV}<h1>Nothing Found</h1><p>Try again.</p>",
    f"<title>搜索</title>{ZH_NAV}<p>抱歉，没有找到相关结果</p>",
    "<title>Database Error</title><h1>Error establishing a database connection</h1>",
    "<title>Site Maintenance</title><h1>We&rsquo;ll be back soon!</h1><p>Sorry for the inconvenience.</p>",
    "<title>Shop</title><p>Briefly unavailable for scheduled maintenance. Check back in a minute.</p>",
    "<title>网站维护中</title><p>请稍后再来</p>",
    "<title>您訪問的頁面不存在</title><p>3秒後返回</p>",
    "<title>您访问的页面不存在 - 农业网</title><p>3秒后返回</p>",
    "<title>403 Forbidden</title><h1>Forbidden</h1><p>You don't have permission to access this.</p>",
]
PARKED = [
    "<title>example.com is for sale</title><h1>example.com</h1><p>Make an offer</p><a href=/o>Contact</a>",
    "<title>example.com</title><h1>This domain is for sale!</h1><p>Buy it now for $2,500.</p>",
    "<title>example.com</title><p>This domain may be for sale by its owner.</p><h2>Related searches</h2>"
    "<a href=/1>Cheap flights</a> <a href=/2>Insurance</a> <a href=/3>Hotels</a>",
    "<title>Domain parked</title><p>This domain is parked free, courtesy of the registrar.</p>",
    "<title>域名出售</title><h1>example.cn</h1><p>联系QQ：12345</p>",
    "<title>example.cn</title><p>您正在访问的域名可以转让！</p><p>联系邮箱</p>",
    "<title>提示</title><h1>该域名已过期</h1><p>请联系您的注册商续费。</p>",
    "<title>此網域出售中</title><h1>example.tw</h1><p>請與我們聯絡</p>",
    "<title>example.hk</title><p>此網域名稱已過期</p>",
    "<title>Welcome to nginx!</title><h1>Welcome to nginx!</h1><p>If you see this page, the nginx web server "
    "is successfully installed and working. Further configuration is required.</p>",
    f"<title>Apache2 Ubuntu Default Page: It works</title>{PROSE}",
    f"<title>example.com</title><h2>Related Searches</h2>{rows('<a href=/{n}>Cheap flights {n}</a>', 8)}"
    "<p>The Sponsored Listings displayed above are served automatically by a third party. Neither the "
    "service provider nor the domain owner maintain any relationship with the advertisers. Buy it.</p>",
    "<title>example.com - This website is for sale! - example Resources and Information.</title>"
    f"<h1>example.com</h1>{rows('<a href=/{n}>Topic {n}</a>', 10)}"
    "<p>This webpage was generated by the domain owner using Sedo Domain Parking. Sedo has no say.</p>",
    "<title>example.de</title><p>Die hier angezeigten Sponsored Listings werden von dritter Seite "
    f"automatisch generiert.</p>{rows('<a href=/{n}>Reisen {n}</a>', 9)}",
    "<title>example.de steht zum Verkauf</title><h1>example.de</h1>",
    "<title>example.com</title><p>This Web page is parked FREE, courtesy of GoDaddy.com.</p>",
    "<title>example.com</title><h1>example.com is parked free, courtesy of GoDaddy.com</h1>"
    "<a href=/>Get this domain</a>",
    "<title>The domain name example.com is for sale | Dan.com</title><p>Buy now</p>",
    "<title>HugeDomains.com - LongerExample.com is for sale (Longer Example)</title><h1>It</h1>",
    "<title>example.com</title><p>Interested in this domain?</p><p>Inquire about this domain</p>",
    "<title>abc.com 该域名正在易名中国（eName.com）出售中</title><p>联系我们</p>",
    "<title>abc.cn</title><p>您访问的域名 abc.cn 正在阿里云域名交易平台出售</p>",
    "<title>abc.cn</title><h1>您正在访问的域名可以转让！</h1><p>西部数码</p>",
    "<title>域名停放页面 - 西部数码</title><p>www.west.cn</p>",
    "<title>网站建设中</title><p>敬请期待</p>",
]
LOGIN = [
    f"<title>Log in - Example</title>{NAV}<h1>Log in</h1>{FORM}",
    f"<title>Sign in to your account</title>{FORM}<a href=/forgot>Forgot password?</a>",
    f"<title>Forum</title>{NAV}<p>You must be logged in to view this page.</p>{FORM}",
    f"<title>Example</title>{NAV}<h1>Members</h1><p>Please sign in to continue.</p>",
    f"<title>用户登录 - 论坛</title>{ZH_NAV}{FORM}",
    f"<title>登录</title><div>账号 密码</div>{FORM}",
    f"<title>提示信息 - 论坛</title>{ZH_NAV}<p>抱歉，您尚未登录，没有权限访问该版块</p>{FORM}",
    f"<title>资料</title>{ZH_NAV}<p>请先登录后再查看全文</p>",
    f"<title>會員登入 - 論壇</title>{ZH_NAV}{FORM}",
    f"<title>資料</title>{ZH_NAV}<p>請先登入後再查看全文</p>",
    "<title>請輸入驗證碼</title><form><input name=code></form>",
    "<title>Just a moment...</title><p>Checking if the site connection is secure</p><script>x()</script>",
    "<title>百度安全验证</title><p>网络不给力，请稍后重试</p>",
    "<title>登录/注册</title><div>手机号</div><div>验证码</div><div>其他方式登录</div>",
    "<title>知识社区</title><div>验证码登录</div><div>密码登录</div><div>登录/注册</div>"
    "<div>未注册手机验证后自动登录，注册即代表同意《协议》</div>",
    "<title>专栏</title><p>登录后查看全文</p><p>登录/注册</p>",
    "<title>请输入验证码</title><form><input name=code></form>",
    "<title>Before you continue to Example</title><p>We use cookies.</p><button>Accept all</button>",
    "<title>Sign in</title><form><input name=loginfmt><button>Next</button></form>",
    "<title>Log in</title><form class=sign-in-form><input type=email name=email><button>Next</button></form>",
    "<title>登录</title><p>短信登录</p><form action=/passport/sms><input name=m type=tel></form>",
    "<title>登录</title><form><input id=userName><button>下一步</button></form>",
]
APP_SHELL = [
    "<title>App</title><div id=root></div><script src=/main.js></script>",
    "<title>应用</title><div id=app></div><script src=/a.js></script><script src=/b.js></script>",
    "<title>App</title><noscript>You need to enable JavaScript to run this app.</noscript><div id=root></div>"
    "<script src=/main.js></script>",
    "<title>App</title><app-root></app-root><script src=/main.js></script>",
    "<title>App</title><div class=spinner>Loading...</div><script src=/main.js></script>",
    "<title>数据</title><div>正在加载中，请稍候</div><script src=/main.js></script>",
    "<title>資料</title><div>資料載入中，請稍候</div><script src=/main.js></script>",
    "<title>頁</title><noscript>您的瀏覽器不支援JavaScript</noscript><script src=/main.js></script>",
    "<title>App</title><p>This site requires JavaScript.</p><script src=/main.js></script>",
    "<title>页</title><noscript>请启用JavaScript后访问</noscript><script src=/main.js></script>",
]
EMPTY = [
    "",
    "<title>Nothing</title>",
    "<title>Pictures</title><img src=a.jpg><img src=b.jpg>",
    "<title>Old</title><meta http-equiv=refresh content='0; url=/new'><p>It has moved <a href=/new>here</a>.",
    "<title>Redirecting</title><p>Redirecting...</p><script>window.location.href = '/new';</script>",
    "<meta http-equiv=refresh content='3;url=/index.html'><p>正在跳转，请稍候</p>",
]
ARTICLE = [
    f"<title>Rice</title>{NAV}<h1>Rice</h1>{PROSE}{FOOTER}",
    f"<title>水稻</title>{ZH_NAV}<h1>水稻</h1>{ZH_PROSE}",
    f"<title>404 Not Found - HTTP reference</title>{NAV}<h1>404 Not Found</h1>{PROSE}",
    f"<title>What is a parked domain?</title><h1>Parked domains</h1><p>This domain is for sale.</p>{PROSE}",
    f"<title>Login API</title>{NAV}<h1>Login API</h1>{PROSE}{FORM}",
    f"<title>404 Not Found</title><header><h1>404 Not Found</h1>{PROSE}",  # a header without an end
    f"<title>如何解决页面不存在的问题</title>{ZH_NAV}<p>您访问的页面不存在</p>{ZH_PROSE}",
    f"<title>網域出售指南</title><h1>網域出售</h1>{ZH_PROSE}",
    f"<title>域名出售指南</title><h1>域名出售</h1>{ZH_PROSE}",
    f"<title>登录流程说明</title><h1>登录</h1>{ZH_PROSE}<p>请先登录后再查看附件</p>{FORM}",
    f"<title>News</title>{NAV}<article>{PROSE}</article>"
    "<p>This comment has been removed.</p><p>You must be logged in to comment.</p>",
    f"<title>Loading cargo</title><h1>Loading</h1>{PROSE}<div id=root></div><script src=x.js></script>",
    f"<title>Rice</title><h1>Rice</h1>{PROSE}{rows('<a href=/{n}>Teaser number {n}</a>', 60)}",
]
HUB = [
    "<title>Index of /pub</title><h1>Index of /pub</h1><pre>"
    + "".join(f"<a href=r{n}.tar>r{n}.tar</a>  2024-03-05 10:30  1.2K  \n" for n in range(31)),
    f"<title>Contents</title><h1>Contents</h1>{rows('<a href=/{n}>Chapter {n} on rice</a>', 30)}",
    f"<title>新闻中心</title>{rows('<a href=/{n}>水稻丰收的消息之{n}</a> 03-05', 30)}",
    "<title>Blog</title>"
    + rows(
        "<h2><a href=/{n}>Post {n} on growing rice</a></h2><p>We look at the fields once more and "
        "ask how the harvest of year {n} compares.</p><a href=/{n}#more>Read more</a> <a href=/t{n}>tag</a>",
        12,
    ),
    "<title>Example</title><form>Login <input type=password></form>"
    + rows("<a href=/{n}>Forum about crop {n}</a>", 40),
    "<title>Coming soon | Cinema</title>" + rows("<a href=/{n}>Film number {n}</a>", 20),
    f"<title>Parking pages</title>{rows('<a href=/{n}>Sponsored listings {n}</a>', 9)}",
    "<title>域名交易</title>" + rows("<a href=/{n}>出售域名 example{n}.cn</a>", 70),
]
OTHER = [
    f"<title>Contact</title>{NAV}<h1>Contact</h1><p>Write to us: 12 Mill Lane, Ely.</p>{FOOTER}",
    f"<title>Contact</title><h1>Contact</h1><p>12 Mill Lane, Ely.</p>{LONG_FOOTER}",
    "<title>Die Seite</title><h1>Die Seite</h1><p>Das Wort wurde im Text nicht gefunden, hat aber Sinn.</p>",
    "<title>Maintenance</title><h1>Maintenance</h1><p>Grease the wheels each spring.</p>",
    f"<title>Maintenance mode</title>{NAV}<h1>Maintenance mode</h1><p>Switch it on before an update.</p>",
    f"<title>Search widget</title>{NAV}<h1>Search widget</h1><p>Shows a box that finds words on your page, "
    "and a list below. Set the number of rows, the colour, the place, what is shown when there is none, "
    "and which pages are left out when somebody asks for a word.</p><div>No results found</div>",
    "<title>登录接口</title><h1>登录接口</h1><p>接口返回一个令牌，有效期为一天。</p><p>登录/注册</p>",
    "<title>您访问的页面不存在的常见原因</title><p>链接写错了。</p>",
    "<title>Short</title><p>A short page that is a page all the same.</p>",
    "<title>便条</title><p>今天天气很好，我们去看了稻田。</p>",
    f"<title>How to repair a 404 Not Found</title>{NAV}<p>Restart the server.</p>",
    f"<title>login() - API reference</title>{NAV}<h1>login()</h1><pre>login(user)</pre><p>Opens it.</p>",
    "<title>Search</title><form><input name=q></form><p>Type a word to search the manual.</p>",
    "<title>Note</title><p>Wait a moment.</p><script>function go() { location.href = '/x'; }</script>"
    "<p>This note has a button that leads to another page when it is pressed, and a few words more.</p>",
    "<title>House for sale</title><h1>House for sale</h1><p>Three rooms, a garden, near the mill.</p>",
    "<title>Websites</title><h1>Websites</h1><p>We build websites and buy domains.</p>",
    "<title>Inquiry</title><p>The domain owner has to answer within ten days.</p>",
    "<title>查询</title><h1>查询</h1><p>输入名称，查询该域名的注册信息以及是否已过期。</p>",
    "<title>房屋出售</title><h1>房屋出售</h1><p>三室一厅，带花园。</p>",
    "<title>Post</title><h1>Post</h1><p>We saw it.</p><p>You must be logged in to post a comment.</p>",
    "<title>貼文</title><p>水稻長得真好。</p><p>登入後才能留言</p><p>會員登入</p>",
    "<title>帖子</title><p>水稻长得真好。</p><p>您需要登录后才可以回帖 登录</p><p>登录后才能评论</p>",
    "<title>图</title><p>稻田的照片</p><p>您还没有登录，请登录后发表评论</p><p>请登录后查看附件</p>",
    f"<title>Captcha - Form library</title>{NAV}<h1>Captcha</h1><p>Adds a field to a form.</p>",
    f"<title>Note</title>{NAV}<p>Lovely.</p><p>This comment has been removed.</p><p>该评论已被删除</p>",
    "<title>Login</title><form><input name=q></form><h1>Login</h1><p>Calls the login service with a key.</p>",
    "<title>Sign in | Manual</title><form action=/search><input type=search id=user></form>"
    "<h1>Sign in</h1><p>Press the key in the corner.</p>",
    "<title>登录 - 使用手册</title><form><input name=wd></form><h1>登录</h1><p>点击右上角的按钮。</p>",
    "<title>Login</title><p>Turn the knob.</p><form action=/news><input type=email name=email></form>",
    "<title>登录</title><p>点击按钮。</p><form><input type=hidden name=user><input type=submit></form>",
    "<title>Clock</title><meta http-equiv=refresh content=300><p>The time is 10:30.</p>",
]  # fmt: skip
PAGES = [
    (kind, markup)
    for kind, pages in (
        (PageKind.SOFT_404, SOFT_404),
        (PageKind.PARKED, PARKED),
        (PageKind.LOGIN, LOGIN),
        (PageKind.APP_SHELL, APP_SHELL),
        (PageKind.EMPTY, EMPTY[1:]),
        (PageKind.ARTICLE, ARTICLE),
        (PageKind.HUB, HUB),
        (PageKind.OTHER, OTHER),
    )
    for markup in pages
]


@pytest.mark.parametrize(("kind", "markup"), PAGES)
def test_a_page_is_of_the_kind_a_reader_would_say(kind: PageKind, markup: str) -> None:
    assert judged(markup)[0] == kind, judged(markup)[1]


@pytest.mark.parametrize("markup", [*SOFT_404, *PARKED[:7], *LOGIN])
def test_with_text_of_its_own_no_page_is_without_content(markup: str) -> None:
    assert judged(markup + PROSE * 2)[0] not in {PageKind.SOFT_404, PageKind.PARKED, PageKind.LOGIN}


def test_the_reason_quotes_what_decided() -> None:
    assert judged(SOFT_404[1]) == (PageKind.SOFT_404, 'the title says "Page not found"')
    assert judged(SOFT_404[8])[1] == 'it says "抱歉，您访问的页面不存在" and little else'
    assert judged(SOFT_404[14])[1] == 'it says "您訪問的頁面不存在" and little else'
    assert judged(EMPTY[3]) == (PageKind.EMPTY, "it only sends to /new")
    assert judged(APP_SHELL[0])[1] == "the element #root is empty until scripts fill it"


def test_a_page_knows_its_kind() -> None:
    assert parse(SOFT_404[0].encode(), "https://example.org/x").kind is PageKind.SOFT_404
    assert parse(ARTICLE[1].encode(), "https://example.org/x").kind is PageKind.ARTICLE


def test_nothing_at_all_is_empty() -> None:
    assert kind_of(Looks())[0] is PageKind.EMPTY


@pytest.mark.parametrize(
    "piece",
    ["<nav>", "<a href=/x>", "<p>登录</p>", "<p>404 page not found </p>", "<h1>404</h1>", "<b><input>"],
)
def test_a_page_of_one_thing_many_times_gets_a_kind(piece: str) -> None:
    assert judged(f"<p>x</p>{piece * 20_000}x")[0] in PageKind
