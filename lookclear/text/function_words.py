"""The words that sentences of a language cannot do without, for telling languages apart.

Words that neighbours share are listed for each of them: what sets a language apart is the sum.
"""

from __future__ import annotations

FUNCTION_WORDS = {
    "en": "the of and to in is that for it with as was on are be this by at from or an not have which "
    "you we they",
    "de": "der die das und ist in den von zu mit sich des auf für nicht ein eine dem auch als es an "
    "werden aus bei wir",
    "fr": "le la les de des du et est en un une dans que qui pour pas sur au aux par plus ce cette avec "
    "sont nous vous",
    "es": "el la los las de del y en que un una es por con para no se su al lo como más pero sus este fue",
    "it": "il lo la i gli le di del della dei che e è in un una per non con si da al alla sono nel "
    "anche più come",
    "pt": "o a os as de do da dos das e em que um uma é para com não no na por se ao mais como foi",
    "nl": "de het een en van in is dat op te zijn voor met niet aan er die om ook bij door naar wordt "
    "uit maar we",
    "sv": "och att det i en som är på av för med den till inte har de ett om men var vi kan från så eller",
    "da": "og at det i en som er på af for med den til ikke har de et om men var vi kan fra så eller der",
    "no": "og at det i en som er på av for med den til ikke har de et om men var vi kan fra så eller ble",
    "fi": "ja on ei että se oli hän mutta joka kun myös ovat tai niin kuin ole sen mukaan voi tämä jos vain",
    "pl": "i w na z do nie się jest że to o jak po co za od przez dla są oraz ale tym być przy jego",
    "cs": "a v na je se že s z do o to i k za pro by jako jsou od po ale jeho nebo ve byl který",
    "sk": "a v na je sa že s z do o to aj k za pre by ako sú od po ale jeho alebo vo bol ktorý",
    "hu": "a az és hogy nem is egy van meg volt ez csak de már mint vagy el ki lehet szerint még után",
    "ro": "și de în la a cu o pe că un din nu este se mai pentru care sunt ca au fi sau prin lui al",
    "tr": "ve bir bu için da de ile olarak çok daha olan gibi en ne var o kadar sonra ancak değil ya her",
    "id": "yang dan di ini itu dengan untuk dari dalam tidak pada adalah akan ke juga ada oleh sebagai "
    "karena atau",
    "vi": "và của là có các trong không được cho một những với người này để đã khi ở từ đến cũng như về",
    "hr": "i u je na se da za su od s o kao ne koji ili što iz te bi ali biti nije sve sa koja",
    "ca": "el la els les de del i en que un una és per amb no es al com més dels seva aquest són ha",
    "ru": "и в не на что с по это как а к из за у от но он для так же все его или было бы",
    "uk": "і в не на що з та до як а за у від це по але він для так про його або є було які",
    "bg": "и в на не да се за от че по е как са като ще до това но той си при бе",
    "be": "і ў не на што з да як а за у ад гэта па але ён для так пра яго або было якія",
    "sr": "и у је на се да за су од с о као не који или што из те би али бити није све са",
    "mk": "и во на не да се за од што со по е како ќе до ова но тој при кои беше или",
    "ar": "في من على إلى أن عن التي الذي هذا هذه ما لا كان مع أو كما بعد قد كل لم بين هو وقد ذلك",
    "fa": "در و به از که این را با است برای آن یک هم بود شد کرد تا های می بر اما او خود نیز",
    "ur": "کے کی میں ہے اور سے کا کو نے پر ہیں کہ یہ اس کر بھی ایک تھا نہیں ہو گیا تھے جو",
    "hi": "के में है की और से का को ने पर हैं कि यह इस भी एक था नहीं हो गया लिए जो तो कर",
    "mr": "आहे आणि या व च्या हे ते होते असे त्या की तर हा आहेत नाही केले एक होता झाली मध्ये",
    "ne": "छ र को मा का ले हो पनि यो गर्न भने थियो छन् त्यो एक गरेको भएको लागि हुने",
}
