"""How often the characters of each language occur, as costs in bits, and which encodings it is written in.

The common Han characters are in order of their frequency in the word list of jieba, brought to traditional
forms with OpenCC for the second list; alphabets are in the usual order of letter frequency.
"""

from __future__ import annotations

from dataclasses import dataclass

_SIMPLIFIED = """
    一是人了不在有大中国和为这上他个地年来我会以到时要出的生学说道民家子也成行下们于后就发自之对得主长可
    过天作分方用多你着部能市等业全里工公经本都而高政法面门动日进区事代那去心小同北定开产前其军还然起种所
    如现理机体表力好外与文当两实重新三么只山水关明从化平建又制南内西没此将员名手最东头者月间无安看见各城
    十相但已些正口通想度加第她合院物性战由位常点海意场武使次二向治因立数样身情入原问把路被并利石老教万知
    级量任江及应省资委务元美特期世湖回系比气汉总展电科金先声提品设或义王社很统处四首共马形己儿司太目基领
    队直计别女权话少流命至报米给打变果书清活几州华解议更称程今决张导术府才保交放管结师便走达族反再题色五
    京河接条规式县白它改风光运信受什组听布百济党指论强做取技黄神选记斯真却职号界件花类何眼兵传带空干农边
    据集联古广完质阳难增历史专官每住商即步认车台林必死游举线言皇土团收考求德叫近备研争非具李众连调感转笑
    革该持始英克士尔让拉思根格造较际亲单朝红型价校约器字段周亚深候则功属积快图火千准究往极育装许参半令吃
    观鱼精办像帝八复影告远群包整构料随划算象容示投势热值夫网望源息语股铁断派速怎需片爱律纪支早况病境证编
    越局推满且列觉服双未居除乐企引标确织初青志率项飞球节察龙响药站施均消客失轻存低甚般击曾防请离落显罗营
    足素视护副食创余照兴占巴虽洲村费易试星木黑左宝置跟央识维采六底宫房音环案批切斗富乡另倒若按查故突责严
    桥模仅胜杀围席态破承招杨负层须父供续状域似依银范修找九致密终血旅钱赛独细效玉冲获习医演毛尽脸弹楼艺航
    陆右协七攻镇检写苏宗章注阿抗弟坐验封紧劳户优财养适陈喜卫排射哥油刻留急降念云微伤例景拿绝阶座刘刚害印
    亿沙母酒助闻超审待压升送监策略限竟香配藏敌呢差仍兰温园树征善波哪词岛止预怕继皮执味份角草男普答益谁船
    惊核街夏宣掌田久著画辑奇尼剑吧谈背免孩礼材愿洋春架筑括晚乱乎讲尚良友临激刀夜室既敢邦挥昌板胡欧福港叶
    简苦担句岁荆贵娘守辖威宜衣帮块堂额错剧充欢够孙班呼阵销坚练脚退读测吴希宁换版异某顾曲楚典朱毒菜判救宋
    茶洪含顺啊鲜败货矿端兄归冷忙买险康评肉吗厂永哈沉散遗停笔假输牛洞松渐顶训录否述毕督控丰献姑忽爷互亮纳
    襄登咱钟伯臣雄季脑介鄂召饭暗扩祖齐短烈赶牌恩诉移诗础露届蒙静喝盘卖植授伊湾博痛减穿逐秘庭陵固禁票灵杂
    姓泽吸侧庆妈遇追甲馆补唐炮沿殿刺怪彩俄旧警索岸轮妇载靠附毫怀软骨探雷旁罪枪牙迎序慢盛雨墙恶谷顿危稳熟
"""
_TRADITIONAL = """
    一是人不了在有大中國和這上他個地年來我會以到時要的出生學說道民子家也成行下們於就後發自之對得主長可過
    天作分方用多你部能市等業全工公經本都而高政法門動日面進區事代那去心小北定同開產前其軍還然起種所如現理
    機體表力好外與文兩當實重新三麼山水關明從化平建又南內西沒此將員名手只最東頭者月間無安看見各城十相但已
    些正口通想度加第她合院物性戰由位常點海意場武使次二向制治因立數樣身情入原問把路被利石老教萬知級量任江
    吃台裡群及應省資委務元美特並期世湖比氣漢總展電科金先聲回提品設或義王社很統處四首共馬形己兒司太目基領
    隊直計女別權話少流命至報米給打變果書清活州華解幾議更稱程今張決導府術保交放管結師便走達族反再題色五京
    河接條規式縣白它改風光運信受才什組聽百濟指論黨強做取技黃神選記斯真卻職號界件花類何眼兵傳帶空農邊集據
    聯古廣完質陽難增史專官每住商即步認車林必死系舉線備言皇土收臺考求德叫近爭研非李連歷調感轉笑革具團該持
    始英士爾讓拉思根克格造較際親單朝紅型價校約器字段亞深候則屬功積快圖火千究往極育像裝許半令遊佈觀參魚精
    辦帝八影告隨遠包整構料算容劃示投勢熱里值網望源息語股鐵斷夫象派速怎需片愛律紀支早況病境證編越推滿且列
    覺服雙未居除織樂企引局標確初青項率飛節球察龍響站藥施均消幹客準失輕存低甚般擊曾防請離落顯羅營周足素視
    護副食創餘照興巴雖洲村佔費易試星木寶黑左置跟央識維六環底宮房音案批切富鄉另倒若按查故突責嚴橋模僅勝殺
    圍採製態破承招係楊負層父供席續狀域細志似依銀修找九密終血須旅錢賽獨鬥效玉習醫演毛彈臉樓藝鎮航陸右協七
    攻檢寫範宗章阿獲抗弟蘇驗封致緊勞戶優財養適陳喜衛座排射哥油刻留急坐降微傷例景拿絕階雲劉剛害印億沙念母
    酒助聞超審待壓送監策略限竟香配藏敵樹呢差仍蘭注復溫園簡善波哪詞島止預怕繼皮執味份角草男普升答誰益船驚
    街夏輯宣掌畫劍田久著奇尼吧談免孩禮材願洋春架築括背晚亂講乎尚良布友臨激刀夜室既敢邦揮昌歐福葉港苦擔句
    歲荊貴守轄威宜衣錯幫塊堂額劇充歡夠孫班呼陣銷堅練腳退讀測衝吳希寧換版異某顧楚典毒菜判救宋茶洪曲含順核
    啊敗鮮貨礦端兄歸娘冷忙買險康評肉嗎胡廠永朱哈沉散遺停筆假輸牛洞漸頂訓錄否述畢徵督盡板控獻姑爺忽互亮納
    襄登咱伯臣雄季腦豐介鄂召飯擴祖暗齊短烈趕牌恩訴移詩礎露屆靜喝盤賣植授伊灣博痛減穿逐祕庭陵固禁票靈雜姓
    澤吸側慶媽遇追甲館補唐炮沿蒙殿刺怪俄舊警索岸輪婦載靠附毫懷乾彩軟骨探雷旁罪槍牙迎序慢盛雨牆頓危穩熟概
"""
_KANJI = """
    日一人国年大出本中子見分時上自会者行生前学事月後的地方新間手部気内入水思場車同回金話下来小高三今何業
    物動合体外長度定電力作家対二全目市明代女理最社用関使私立問書発所不世現表名性戦化先山食文主成員数心通多
    県東強持十取五経開意結町公当北村四法駅野校計知言道円田古安機正実記海保町親道原始説変切面無番店白近味民
    天木利米込語風屋引点感付土川決運期料夜仕飲買歩注待朝起転次元読終集形調情報画線夏冬春秋雨雪空色赤青黒犬
    魚花森星音楽歌声顔頭足口耳命死病院医薬旅宿着送受向直教育研究室議連絡設必要可能確認世界若寝走働遠近早週
"""
_KANA = (
    "のいにをはたがとてでしなるかれっらもすまりこうくさよきだあけじそどえせつおみわちめゃんろばやょひべぶふほ"
)
_KATAKANA = "ーンスルトリイアラクシドジッレロフタマコテカプナバサキデムニグメィミュパウチャオエビダハペポツワ"
_HANGUL = (
    "이다는을의에가고하한지로기도사리를그대어서있인시나자은아해라들게정수으과일부보스장만전상제여면요습니적마동구주"
    "소했것었까원모무공세조우선신비개오유성와용생국입관발위안없말경치물데되때내계식학문분회심연러려거할진바방점교"
)


@dataclass(frozen=True, slots=True)
class Band:
    """Characters from frequent to rare: the first costs `first` bits, the last `last`.

    The smaller `bend` is against the number of characters, the faster the cost rises among the first ones.
    """

    characters: str
    first: float
    last: float
    bend: float = 100.0


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """Bands of characters of a language, and the encodings it is found in.

    `home` names an encoding whose double bytes from `home_first` to `home_last` are its everyday characters,
    `home_bits` each. `latin` languages are written in ASCII letters but for a few.
    """

    name: str
    encodings: tuple[str, ...]
    bands: tuple[Band, ...]
    home: str = ""
    home_first: int = 0
    home_last: int = 0
    home_bits: float = 15.0
    latin: bool = False


def _alphabet(name: str, encodings: str, letters: str) -> Language:
    """Return a language whose own letters carry the text: 3 to 9 bits a letter."""
    return Language(name, tuple(encodings.split()), (Band(letters, 3.2, 9.0),))


def _latin(name: str, encodings: str, letters: str) -> Language:
    """Return a language with few letters above ASCII: 5 to 10 bits a letter."""
    return Language(name, tuple(encodings.split()), (Band(letters, 5.0, 10.0),), latin=True)


def _joined(lines: str) -> str:
    return "".join(dict.fromkeys("".join(lines.split())))


_WEST = "cp1252 iso8859-15"
_CENTRAL = "cp1250 iso8859-2"
_CYRILLIC = "cp1251 koi8-r iso8859-5 cp866"

LANGUAGES = (
    Language(
        "zh-Hans",
        ("gb18030",),
        (Band(_joined(_SIMPLIFIED), 6.0, 12.5, 15),),
        home="gb2312",
        home_first=0xB0,
        home_last=0xD7,
    ),
    Language(
        "zh-Hant",
        ("big5hkscs", "gb18030"),
        (Band(_joined(_TRADITIONAL), 6.0, 12.5, 15),),
        home="big5",
        home_first=0xA4,
        home_last=0xC6,
    ),
    Language(
        "ja",
        ("cp932", "euc_jp", "gb18030"),
        (Band(_joined(_KANJI), 8.0, 11.5, 15), Band(_KATAKANA, 7.5, 10.5), Band(_KANA, 4.0, 9.0)),
        home="euc_jp",
        home_first=0xB0,
        home_last=0xCF,
        home_bits=13.5,
    ),
    Language(
        "ko",
        ("cp949",),
        (Band(_HANGUL, 5.5, 10.0, 15),),
        home="euc_kr",
        home_first=0xB0,
        home_last=0xC8,
        home_bits=13.0,
    ),
    _alphabet("ru", _CYRILLIC, "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё"),
    _alphabet("uk", "cp1251 koi8-u iso8859-5", "оаніиверстклудмпязьбгчйхжшюцщєїґф"),
    _alphabet("el", "cp1253 iso8859-7", "αοιετσνηυρπκμλωςάέόίδγήχθύφώβξζψ"),
    _alphabet("he", "cp1255 iso8859-8", "יוהלאתרבמשנעםדקחפגטכסזצןךףץ"),
    _alphabet("ar", "cp1256 iso8859-6", "ايلمنوترهبدسعكفقحجةىخطشصضأإذغثزئءظؤآ،؟"),
    _alphabet("th", "cp874", "านรอกเงมยลว่้ดทีิัสตะปบคหแจพุูชข็์ใไโำืผถซธฟศณ"),
    _latin("en", _WEST, "éï"),
    _latin("fr", _WEST, "éèàêçôùâîûëïœÿæ"),
    _latin("de", _WEST, "üäöß"),
    _latin("es", _WEST, "óíáéñú¿¡üªº"),
    _latin("pt", _WEST, "ãáçéíóõêâúàô"),
    _latin("it", _WEST, "èàùòìé"),
    _latin("nordic", _WEST, "åäöøæé"),
    _latin("is", _WEST, "áíðéóúöýþæ"),
    _latin("pl", _CENTRAL, "łóąężśćńź"),
    _latin("cs", _CENTRAL, "íáéěýřšžčůúňťďó"),
    _latin("sk", _CENTRAL, "áíéčýšžúľťôňäďóĺŕ"),
    _latin("hu", _CENTRAL, "áéöőóüíúű"),
    _latin("ro", _CENTRAL, "ăâîţş"),
    _latin("hr", _CENTRAL, "čšžćđ"),
    _latin("tr", "cp1254", "ışüğöçİ"),
    _latin("lt", "cp1257 iso8859-13", "ėųšžįęąčū"),
    _latin("lv", "cp1257 iso8859-13", "āīēšūņļžķģč"),
    _latin("et", "cp1257 cp1252", "äõüöšž"),
)

ENCODINGS = tuple(dict.fromkeys(name for language in LANGUAGES for name in language.encodings))
