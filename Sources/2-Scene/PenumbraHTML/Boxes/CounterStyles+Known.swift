/// The counter styles that browsers have: CSS Counter Styles 3, sections 6 and 7.
extension CounterStyles {
    static let known: [String: CounterStyle] = {
        var result: [String: CounterStyle] = [:]
        func numeric(_ names: String, _ digits: String) {
            for name in names.split(separator: " ") {
                result[String(name)] = CounterStyle(system: .numeric, symbols: digits.map(String.init))
            }
        }
        func letters(_ names: String, _ symbols: String, suffix: String = ". ") {
            for name in names.split(separator: " ") {
                result[String(name)] = CounterStyle(system: .alphabetic, symbols: symbols.map(String.init), suffix: suffix)
            }
        }
        func additive(_ names: String, _ most: Int, _ list: String) {
            let weights = list.split(separator: " ").compactMap { item -> (weight: Int, symbol: String)? in
                let parts = item.split(separator: "=")
                return parts.count == 2 ? Int(parts[0]).map { ($0, String(parts[1])) } : nil
            }
            for name in names.split(separator: " ") {
                var style = CounterStyle(system: .additive, weights: weights)
                style.ranges = [1...most]
                result[String(name)] = style
            }
        }
        numeric("decimal", "0123456789")
        result["decimal-leading-zero"] = result["decimal"]
        result["decimal-leading-zero"]?.pad = (2, "0")
        for (names, digits) in numerals { numeric(names, digits) }
        result["cjk-decimal"]?.suffix = "、"
        letters("lower-alpha lower-latin", "abcdefghijklmnopqrstuvwxyz")
        letters("upper-alpha upper-latin", "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        letters("lower-greek", "αβγδεζηθικλμνξοπρστυφχψω")
        letters(
            "hiragana", "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん",
            suffix: "、")
        letters(
            "katakana", "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン",
            suffix: "、")
        letters("hiragana-iroha", "いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす", suffix: "、")
        letters("katakana-iroha", "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス", suffix: "、")
        for (name, symbols) in [("cjk-earthly-branch", "子丑寅卯辰巳午未申酉戌亥"), ("cjk-heavenly-stem", "甲乙丙丁戊己庚辛壬癸")] {
            var style = CounterStyle(system: .fixed(first: 1), symbols: symbols.map(String.init), suffix: "、")
            style.fallback = "cjk-decimal"
            result[name] = style
        }
        additive("lower-roman", 3999, "1000=m 900=cm 500=d 400=cd 100=c 90=xc 50=l 40=xl 10=x 9=ix 5=v 4=iv 1=i")
        additive("upper-roman", 3999, "1000=M 900=CM 500=D 400=CD 100=C 90=XC 50=L 40=XL 10=X 9=IX 5=V 4=IV 1=I")
        additive(
            "armenian upper-armenian", 9999,
            """
            9000=Ք 8000=Փ 7000=Ւ 6000=Ց 5000=Ր 4000=Տ 3000=Վ 2000=Ս 1000=Ռ 900=Ջ 800=Պ 700=Չ 600=Ո 500=Շ 400=Ն 300=Յ \
            200=Մ 100=Ճ 90=Ղ 80=Ձ 70=Հ 60=Կ 50=Ծ 40=Խ 30=Լ 20=Ի 10=Ժ 9=Թ 8=Ը 7=Է 6=Զ 5=Ե 4=Դ 3=Գ 2=Բ 1=Ա
            """)
        additive(
            "lower-armenian", 9999,
            """
            9000=ք 8000=փ 7000=ւ 6000=ց 5000=ր 4000=տ 3000=վ 2000=ս 1000=ռ 900=ջ 800=պ 700=չ 600=ո 500=շ 400=ն 300=յ \
            200=մ 100=ճ 90=ղ 80=ձ 70=հ 60=կ 50=ծ 40=խ 30=լ 20=ի 10=ժ 9=թ 8=ը 7=է 6=զ 5=ե 4=դ 3=գ 2=բ 1=ա
            """)
        additive(
            "georgian", 19_999,
            """
            10000=ჵ 9000=ჰ 8000=ჯ 7000=ჴ 6000=ხ 5000=ჭ 4000=წ 3000=ძ 2000=ც 1000=ჩ 900=შ 800=ყ 700=ღ 600=ქ 500=ფ \
            400=ჳ 300=ტ 200=ს 100=რ 90=ჟ 80=პ 70=ო 60=ჲ 50=ნ 40=მ 30=ლ 20=კ 10=ი 9=თ 8=ჱ 7=ზ 6=ვ 5=ე 4=დ 3=გ 2=ბ 1=ა
            """)
        additive(
            "hebrew", 10_999,
            """
            10000=י׳ 9000=ט׳ 8000=ח׳ 7000=ז׳ 6000=ו׳ 5000=ה׳ 4000=ד׳ 3000=ג׳ 2000=ב׳ 1000=א׳ 400=ת 300=ש 200=ר 100=ק \
            90=צ 80=פ 70=ע 60=ס 50=נ 40=מ 30=ל 20=כ 19=יט 18=יח 17=יז 16=טז 15=טו 10=י 9=ט 8=ח 7=ז 6=ו 5=ה 4=ד 3=ג 2=ב 1=א
            """)
        for (name, digits, powers, one, hasZeros, suffix, minus) in positional {
            var style = CounterStyle(
                system: .positional(
                    PositionalNumbers(
                        digits: digits.map(String.init), powers: powers.map(String.init), leavesOutOne: one, hasZeros: hasZeros)
                ),
                suffix: suffix)
            style.negative = (minus, "")
            style.fallback = "cjk-decimal"
            result[name] = style
        }
        return result
    }()

    private static let numerals = [
        ("arabic-indic", "٠١٢٣٤٥٦٧٨٩"), ("persian", "۰۱۲۳۴۵۶۷۸۹"), ("bengali", "০১২৩৪৫৬৭৮৯"), ("devanagari", "०१२३४५६७८९"),
        ("gujarati", "૦૧૨૩૪૫૬૭૮૯"), ("gurmukhi", "੦੧੨੩੪੫੬੭੮੯"), ("kannada", "೦೧೨೩೪೫೬೭೮೯"), ("khmer cambodian", "០១២៣៤៥៦៧៨៩"),
        ("lao", "໐໑໒໓໔໕໖໗໘໙"), ("malayalam", "൦൧൨൩൪൫൬൭൮൯"), ("mongolian", "᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙"), ("myanmar", "၀၁၂၃၄၅၆၇၈၉"),
        ("oriya", "୦୧୨୩୪୫୬୭୮୯"), ("tamil", "௦௧௨௩௪௫௬௭௮௯"), ("telugu", "౦౧౨౩౪౫౬౭౮౯"), ("thai", "๐๑๒๓๔๕๖๗๘๙"),
        ("tibetan", "༠༡༢༣༤༥༦༧༨༩"), ("cjk-decimal", "〇一二三四五六七八九"),
    ]

    private typealias Positional = (
        name: String, digits: String, powers: String, one: PositionalNumbers.LeftOutOne, hasZeros: Bool, suffix: String,
        minus: String
    )

    private static let positional: [Positional] = [
        ("trad-chinese-informal", "零一二三四五六七八九", "十百千", .beforeFirstTen, true, "、", "負"),
        ("cjk-ideographic", "零一二三四五六七八九", "十百千", .beforeFirstTen, true, "、", "負"),
        ("trad-chinese-formal", "零壹貳參肆伍陸柒捌玖", "拾佰仟", .never, true, "、", "負"),
        ("simp-chinese-informal", "零一二三四五六七八九", "十百千", .beforeFirstTen, true, "、", "负"),
        ("simp-chinese-formal", "零壹贰叁肆伍陆柒捌玖", "拾佰仟", .never, true, "、", "负"),
        ("japanese-informal", "〇一二三四五六七八九", "十百千", .always, false, "、", "マイナス"),
        ("japanese-formal", "零壱弐参四伍六七八九", "拾百阡", .never, false, "、", "マイナス"),
        ("korean-hangul-formal", "영일이삼사오육칠팔구", "십백천", .never, false, ", ", "마이너스 "),
        ("korean-hanja-informal", "零一二三四五六七八九", "十百千", .always, false, ", ", "마이너스 "),
        ("korean-hanja-formal", "零壹貳參四五六七八九", "拾百仟", .never, false, ", ", "마이너스 "),
    ]
}
