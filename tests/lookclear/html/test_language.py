import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookclear.html.language import language_of

TEXTS = {
    "en": "The water of the marsh is salt, and only a few plants grow in it. They are covered by the "
    "tide twice a day.",
    "de": "Das Wasser der Marsch ist salzig, und nur wenige Pflanzen wachsen darin. Sie werden "
    "zweimal am Tag überflutet.",
    "fr": "L'eau du marais est salée et peu de plantes y poussent. Elles sont couvertes par la marée "
    "deux fois par jour.",
    "es": "El agua de la marisma es salada y pocas plantas crecen en ella. La marea las cubre dos "
    "veces al día.",
    "it": "L'acqua della palude è salata e poche piante vi crescono. Sono coperte dalla marea due "
    "volte al giorno.",
    "pt": "A água do sapal é salgada e poucas plantas crescem nela. São cobertas pela maré duas "
    "vezes por dia.",
    "nl": "Het water van de kwelder is zout en er groeien maar weinig planten. Ze worden twee keer "
    "per dag overstroomd.",
    "sv": "Vattnet i marsken är salt och bara några få växter kan leva där. De täcks av tidvattnet "
    "två gånger om dagen.",
    "fi": "Marskimaan vesi on suolaista, ja vain harvat kasvit menestyvät siellä. Vuorovesi peittää "
    "ne kahdesti päivässä.",
    "pl": "Woda na słonych bagnach jest słona i rośnie w niej niewiele roślin. Przypływ zakrywa je "
    "dwa razy dziennie.",
    "cs": "Voda ve slané bažině je slaná a roste v ní jen málo rostlin. Příliv je zakrývá dvakrát za den.",
    "hu": "A mocsár vize sós, és csak kevés növény nő benne. A dagály naponta kétszer elborítja őket.",
    "ro": "Apa din mlaștină este sărată și puține plante cresc în ea. Mareea le acoperă de două ori pe zi.",
    "tr": "Bataklığın suyu tuzludur ve içinde çok az bitki yetişir. Gelgit onları günde iki kez örter.",
    "id": "Air di rawa itu asin dan hanya sedikit tanaman yang tumbuh di dalamnya. Pasang "
    "menutupinya dua kali sehari.",
    "vi": "Nước của đầm lầy rất mặn và chỉ có ít loài cây mọc được ở đó. Thủy triều phủ lên chúng "
    "hai lần mỗi ngày.",
    "ru": "Вода в болоте солёная, и в ней растёт немного растений. Прилив покрывает их два раза в день.",
    "uk": "Вода в болоті солона, і в ній росте небагато рослин. Приплив накриває їх двічі на день.",
    "bg": "Водата в блатото е солена и в нея растат малко растения. Приливът ги покрива два пъти на ден.",
    "el": "Το νερό του έλους είναι αλμυρό και λίγα φυτά μεγαλώνουν σε αυτό.",
    "he": "המים של הביצה מלוחים ורק מעט צמחים גדלים בה.",
    "ar": "ماء المستنقع مالح ولا ينمو فيه إلا القليل من النباتات. يغطيها المد مرتين في اليوم.",
    "fa": "آب این باتلاق شور است و گیاهان کمی در آن می‌رویند. مد دو بار در روز آنها را می‌پوشاند.",
    "hi": "दलदल का पानी खारा है और इसमें बहुत कम पौधे उगते हैं। ज्वार उन्हें दिन में दो बार ढक लेता है।",
    "th": "น้ำในบึงเค็ม และมีพืชเพียงไม่กี่ชนิดที่เติบโตได้",
    "ko": "습지의 물은 짜서 자라는 식물이 많지 않다. 하루에 두 번 밀물이 덮는다.",
    "ja": "湿地の水は塩辛く、そこで育つ植物は少ない。一日に二回、潮が満ちて植物を覆う。",
    "zh": "沼泽里的水是咸的，只有少数植物能在其中生长。潮水每天两次淹没它们。",
}


@pytest.mark.parametrize("declared", ["", "en", "xx", "zh-CN"])
@pytest.mark.parametrize("language", TEXTS)
def test_language_of_a_text_is_told_whatever_is_declared(language, declared):
    assert language_of(TEXTS[language] * 3, declared) == language


@pytest.mark.parametrize("language", TEXTS)
def test_forty_characters_are_enough(language):
    assert language_of(TEXTS[language][:40], "") == language
    assert language_of(TEXTS[language][:40], language) == language


@pytest.mark.parametrize(
    ("text", "declared", "language"),
    [
        ("圖書館的網頁", "en", "zh"),
        ("GPU显卡 and C++ tutorials: 第3章 of the book about the memory model", "en", "en"),
        ("GPU显卡 and C++ 教程：第3章 内存模型 the memory model", "en", "zh"),
        ("盐", "", ""),
        ("Download the file, 下载, and unpack it into the folder of the program", "en", "en"),
        ("東京都庁", "ja", "ja"),
        ("東京都庁", "", "zh"),
        ("東京へようこそ", "zh", "ja"),
        ("Привет", "ru", "ru"),
        ("Привет", "en", ""),
        ("Hallo", "de-AT", "de"),
        ("Hallo", "zh-CN", ""),
        ("Hallo", "", ""),
        ("你好", "", "zh"),
        ("2024 — 10.5 %", "de", ""),
        ("", "en", ""),
        (
            "Москва: the official site of the city and of its people, with news and maps for visitors",
            "ru",
            "ru",
        ),
        ("Fuinneoga, doirse agus urláir", "ga-IE", "ga"),
    ],
)
def test_little_or_mixed_text_goes_by_script_and_declaration(text, declared, language):
    assert language_of(text, declared) == language


@pytest.mark.parametrize(
    "declared", ["x" * 10_000, "-" * 10_000, "en" + " " * 10_000, "日本語", "\x00", "EN_us", "e"]
)
def test_any_declaration_may_stand_there(declared):
    assert language_of(TEXTS["en"], declared) == "en"


@given(st.text(), st.text(max_size=20))
def test_answer_is_a_code_or_nothing(text, declared):
    code = language_of(text, declared)
    assert code == "" or (len(code) == 2 and code.isalpha())
