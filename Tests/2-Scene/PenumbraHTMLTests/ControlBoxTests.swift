import PenumbraGeometry
import PenumbraHTML
import PenumbraScene
import TestSupport
import Testing

/// Form controls, as Chromium's `getBoundingClientRect` reports them.
@Suite(.timed) struct ControlBoxTests {
    private static let names: Set = ["input", "button", "select", "textarea", "progress", "meter", "b"]

    /// The frames of controls and of `b` elements in a page of 400 by 300 points.
    @Test(arguments: Self.cases) func controlsLieWhereBrowsersPutThem(_ body: String, _ wanted: [[Double]]) throws {
        let style = "<style>body{margin:0;font:20px/30px 'DejaVu Sans'}p{margin:0}b{font-weight:400}</style>"
        let document = try laidOut("<!doctype html>\(style)\(body)")
        let frames = document.boxes.filter { Self.names.contains($0.name) }.map(\.frame)
        try #require(frames.count == wanted.count)
        for (frame, wanted) in zip(frames, wanted) {
            let found = [frame.minX, frame.minY, frame.width, frame.height]
            #expect(zip(found, wanted).allSatisfy { abs($0 - $1) < 0.07 }, "\(found) instead of \(wanted)")
        }
    }

    static let cases: [(String, [[Double]])] = [
        (
            """
            <div style='display:flex;width:200px'><b style='flex:none;width:120px'>x</b><input style='width:100%;box-sizin\
            g:border-box'></div>
            """,
            [[0, 0, 120, 30], [120, 0, 80, 30]]
        ),
        (
            """
            <div style='display:flex;width:200px'><b style='flex:none;width:120px'>x</b><select style='width:calc(50% + 50\
            px)'><option>A long option here</select></div>
            """,
            [[0, 0, 120, 30], [120, 0, 80, 30]]
        ),
        (
            "<div style='display:flex;width:200px'><b style='flex:none;width:120px'>x</b><input style='max-width:100%'></div>",
            [[0, 0, 120, 30], [120, 0, 179, 30]]
        ),
        ("<select style='line-height:40px'><option>a</select><b>x</b>", [[0, 8, 31, 19], [31, 3, 11.84, 24]]),
        ("<select style='line-height:40px;padding:8px;border:1px solid'><option>a</select>", [[0, 0, 47, 35]]),
        ("<select style='line-height:40px;appearance:none'><option>a</select>", [[0, 0, 11, 42]]),
        ("<select style='font:inherit'><option>a</select>", [[0, 1, 35, 28]]),
        (
            "<input style='line-height:10px;font:20px DejaVu Sans'><input style='line-height:40px'>",
            [[0, 0, 257, 30], [0, 30, 179, 46]]
        ),
        ("<input type=range style='appearance:none;display:block'><b>x</b>", [[2, 2, 129, 16], [0, 23, 11.84, 24]]),
        (
            """
            <style>input::-webkit-slider-thumb{appearance:none;width:20px;height:20px;background:red}</style><input type=r\
            ange style='appearance:none;display:block'><b>x</b>
            """,
            [[2, 2, 129, 20], [0, 27, 11.84, 24]]
        ),
        ("<progress style='appearance:none;width:90px;height:8px' value=.5></progress>", [[0, 18, 90, 8]]),
        (
            """
            <meter style='height:20px;width:50px' value=.6></meter><progress style='height:16px;width:50px' value=.5></pro\
            gress>
            """,
            [[0, 6, 50, 20], [50, 10, 50, 16]]
        ),
        (
            """
            <style>meter::-webkit-meter-optimum-value{background:red}</style><meter style='height:20px;width:50px' value=.\
            6></meter><progress style='height:16px;width:50px' value=.5></progress>
            """,
            [[0, 6, 50, 20], [50, 10, 50, 16]]
        ),
        (
            """
            <progress style='appearance:none;height:16px;width:50px' value=.5></progress><meter style='height:20px;width:5\
            0px' value=.6></meter><b>x</b>
            """,
            [[0, 10, 50, 16], [50, 6, 50, 20], [100, 3, 11.84, 24]]
        ),
        (
            "<fieldset style='display:flex'><legend>L</legend><b>a</b><b>b</b></fieldset>",
            [[19, 37, 12.27, 30], [31.27, 37, 12.7, 30]]
        ),
        (
            """
            <fieldset style='display:grid;grid-template-columns:1fr 1fr;margin:0;border:5px solid'><legend>L</legend><b>a<\
            /b><b>b</b></fieldset>
            """,
            [[20, 37, 180, 30], [200, 37, 180, 30]]
        ),
        (
            "<fieldset style='display:flex;flex-direction:column'><b>a</b><legend>L</legend><b>b</b></fieldset>",
            [[19, 37, 362, 30], [19, 67, 362, 30]]
        ),
        (
            "<fieldset style='display:inline-flex;gap:10px'><legend>L</legend><b>a</b><b>b</b></fieldset>",
            [[19, 37, 12.27, 30], [41.27, 37, 12.7, 30]]
        ),
        (
            "<input type=range style='padding:10px;border:5px solid;background:red'><b>x</b>",
            [[2, 2, 159, 46], [163, 29, 11.84, 24]]
        ),
        (
            """
            <div style='display:flex;flex-direction:column;width:300px'><input style='height:20px'><input type=c\
            heckbox><input type=radio><input type=range><input type=color></div>
            """,
            [[0, 0, 300, 26], [4, 29, 293, 13], [5, 48, 292, 13], [2, 63, 296, 16], [0, 81, 50, 27]]
        ),
        (
            """
            <div style='display:grid;width:300px;grid-template-columns:auto 1fr'><input type=range><input style=\
            'height:20px'><textarea style='height:30px'></textarea><input type=checkbox></div>
            """,
            [[2, 2, 129, 22], [133, 0, 179, 26], [0, 26, 133, 36], [137, 29, 172, 30]]
        ),
        (
            """
            <div style='display:flex;height:100px'><input type=checkbox><input type=radio><input type=range><tex\
            tarea style='width:50px'></textarea><progress></progress><meter></meter></div>
            """,
            [
                [4, 3, 13, 94], [25, 3, 13, 97], [43, 2, 129, 96], [174, 0, 37.42, 100], [211.42, 0, 125.72, 20],
                [337.14, 0, 62.86, 20],
            ]
        ),
        (
            """
            <button style='display:block;margin:0 auto;padding:0;border:0;height:20px'><span style='display:bloc\
            k;width:40px'></span></button>
            """,
            [[180, 0, 40, 20]]
        ),
        (
            """
            <button style='display:flex;padding:0;border:0;height:20px'><span style='display:block;width:40px'><\
            /span></button>
            """,
            [[0, 0, 40, 20]]
        ),
        (
            """
            <div style='display:flex;width:100px'><input style='width:80px;height:20px'><button style='flex:1;he\
            ight:20px;padding:0;border:0'></button></div>
            """,
            [[0, 0, 88, 26], [88, 0, 12, 20]]
        ),
        (
            "<div style='float:left'><input type=checkbox style='width:100%'></div>",
            [[4, 9, 20, 13]]
        ),
        (
            "<div style='float:left'><input type=range style='width:50%'></div>",
            [[2, 6, 66.5, 16]]
        ),
        (
            """
            <div style='width:300px'><input type=checkbox style='padding:5%;border:3px solid'><input type=radio \
            style='appearance:none;border:1px solid;margin:0'></div>
            """,
            [[4, 9, 13, 13], [20, 20, 2, 2]]
        ),
        (
            """
            <div style='width:300px'><meter style='padding:10px'></meter><progress style='appearance:none;paddin\
            g:4px;border:2px solid'></progress></div>
            """,
            [[0, 6, 100, 20], [100, 6, 200, 20]]
        ),
        (
            """
            <div style='line-height:0;font-size:0'><input type=range><progress style='width:10px;height:40px;ver\
            tical-align:baseline'></progress></div><button style='display:block;width:10px;height:10px'></button\
            >
            """,
            [[2, 24, 129, 16], [133, 0, 10, 40], [0, 42, 16, 10]]
        ),
        (
            """
            <div style='line-height:0;font-size:0'><input type=color><progress style='width:10px;height:40px;ver\
            tical-align:baseline'></progress></div><button style='display:block;width:10px;height:10px'></button\
            >
            """,
            [[0, 19, 50, 27], [50, 0, 10, 40], [0, 46, 16, 10]]
        ),
        (
            """
            <div style='line-height:0;font-size:0'><button style='height:30px;width:20px'></button><progress sty\
            le='width:10px;height:40px;vertical-align:baseline'></progress></div><button style='display:block;wi\
            dth:10px;height:10px'></button>
            """,
            [[0, 13, 20, 30], [20, 0, 10, 40], [0, 43, 16, 10]]
        ),
        (
            "<input type=range style='writing-mode:vertical-lr'><progress style='writing-mode:vertical-lr'></progress>",
            [[2, 67, 16, 129], [20, 0, 20, 200]]
        ),
        (
            "<input type=range style='appearance:none;width:200px;height:auto'>",
            [[2, 6, 200, 16]]
        ),
        (
            """
            <button style='display:grid;height:60px;padding:0;border:0'><meter style='display:block;width:40px'>\
            </meter></button>
            """,
            [[0, 0, 40, 60], [0, 0, 40, 13.33]]
        ),
        (
            """
            <input style='position:absolute;left:10px;right:10px;height:20px'><textarea style='position:absolute\
            ;inset:30px 10px 10px'></textarea>
            """,
            [[10, 0, 380, 26], [10, 30, 380, 260]]
        ),
        (
            "<details open><progress></progress><summary style='display:block;height:30px'></summary></details>",
            [[0, 36, 200, 20]]
        ),
        (
            "<input type=date><input type=date value='2026-03-04'><input type=time><b>x</b>",
            [[0, 6.84, 125.33, 21.33], [125.33, 6.84, 125.33, 21.33], [250.66, 5.5, 104, 24], [354.66, 3, 11.84, 24]]
        ),
        (
            "<input type=time value='13:45:10'><input type=datetime-local><b>x</b>",
            [[0, 5.5, 130, 24], [130, 6.84, 211.33, 21.33], [341.33, 3, 11.84, 24]]
        ),
        (
            "<input type=month><input type=week><b>x</b>",
            [[0, 6.84, 155.33, 21.33], [155.33, 6.84, 147.33, 21.33], [302.66, 3, 11.84, 24]]
        ),
        (
            "<input type=date style='font-size:30px'><input type=date style='appearance:none;height:60px'><b>x</b>",
            [[0, 5.48, 262, 41], [262, 0, 125.33, 64], [387.33, 17.48, 11.84, 24]]
        ),
        (
            "<b>x</b><input type=file><input type=file style='padding:10px;border:2px solid'>",
            [[0, 3, 11.84, 24], [11.84, 7, 289, 21], [0, 30, 313, 45]]
        ),
        (
            "<b>x</b><input type=file style='width:120px;height:80px'><input type=file style='font-size:30px'>",
            [[0, 3, 11.84, 24], [11.84, 7, 120, 80], [0, 87, 649, 41]]
        ),
        (
            "<input type=number min=0 max=10><input type=number min=0 max=100 step=0.5><input type=number min=-1000 max=1>",
            [[0, 7, 68, 21], [68, 7, 89, 21], [157, 7, 89, 21]]
        ),
        (
            "<input type=number size=3><input size=3><input type=number min=0 max=100 step=any>",
            [[0, 7, 179, 21], [179, 7, 60, 21], [0, 37, 179, 21]]
        ),
        (
            """
            <b>x</b><button></button><button style='height:40px'></button><button style='height:40px;padding:0;b\
            order:0'></button>
            """,
            [[0, 21, 11.84, 24], [11.84, 37, 16, 6], [27.84, 3, 16, 40], [43.84, 0, 0, 40]]
        ),
        (
            """
            <b>x</b><button style='overflow:hidden;height:60px'>Go</button><input value=a style='height:60px;ove\
            rflow:hidden'>
            """,
            [[0, 18.5, 11.84, 24], [11.84, 3, 34.48, 60], [46.33, 0, 179, 66]]
        ),
        (
            "<b>x</b><input type=range><input type=color><b>x</b><input type=color style='height:60px'>",
            [[0, 35, 11.84, 24], [13.84, 38, 129, 16], [144.84, 33, 50, 27], [194.84, 35, 11.84, 24], [206.69, 0, 50, 60]]
        ),
        (
            """
            <div style='display:flex;align-items:baseline'><b>x</b><input type=color><button></button><input typ\
            e=range></div>
            """,
            [[0, 0, 11.84, 30], [11.84, 1, 50, 27], [61.84, 16, 16, 6], [79.84, 6, 129, 16]]
        ),
        (
            """
            <div style='width:300px'><input style='padding:5%;box-sizing:border-box'><select style='padding:calc\
            (5% + 3px)'><option>One</select><textarea style='padding:5%;box-sizing:border-box'></textarea></div>
            """,
            [[0, 3, 205, 49], [205, 0, 86, 55], [0, 55, 208, 62]]
        ),
        (
            """
            <div style='display:flex;flex-direction:column;width:300px'><input><textarea></textarea><select><opt\
            ion>a</select><input type=date><input type=file></div>
            """,
            [[0, 0, 300, 21], [0, 21, 300, 36], [0, 57, 300, 19], [0, 76, 300, 21.33], [0, 97.33, 300, 21]]
        ),
        (
            """
            <div style='display:grid;width:300px'><input><textarea></textarea><select><option>a</select><button>\
            a</button></div>
            """,
            [[0, 0, 300, 21], [0, 21, 300, 36], [0, 57, 300, 19], [0, 76, 300, 21]]
        ),
        (
            "<div style='display:flex;width:100px'><input><button>Go</button></div>",
            [[0, 0, 179, 21], [179, 0, 34.48, 21]]
        ),
        (
            """
            <div style='float:left'><input style='width:100%'></div><div style='float:left;clear:left'><textarea\
             style='width:50%'></textarea></div>
            """,
            [[0, 7, 187, 21], [0, 30, 97, 36]]
        ),
        (
            """
            <button style='display:block;margin:0 auto'>Go</button><button style='display:flex'>Go</button><inpu\
            t type=submit style='display:block'><select multiple style='display:block'><option>aa</select>
            """,
            [[182.75, 0, 34.48, 21], [0, 21, 34.48, 21], [0, 42, 63.28, 21], [0, 63, 22.34, 70]]
        ),
        (
            """
            <button style='display:grid;height:60px'><b>Go</b></button><button style='align-content:end;height:6\
            0px'><b>Go</b></button><button style='display:flex;flex-wrap:wrap;height:60px;width:60px'><b>Go</b><\
            b>Going</b></button>
            """,
            [
                [0, 0, 34.48, 60], [8, 3, 18.48, 54], [0, 60, 34.48, 60], [8, 82.5, 18.48, 15], [0, 120, 60, 60],
                [8, 123, 18.48, 27], [8, 150, 39.09, 27],
            ]
        ),
        (
            """
            <textarea style='field-sizing:content'>Hello there</textarea><input style='field-sizing:content' val\
            ue='Hello there'><textarea style='overflow:visible'>a</textarea>
            """,
            [[0, 15, 94.28, 21], [94.28, 21, 81.28, 21], [175.56, 0, 182, 36]]
        ),
        (
            "<select><optgroup label=Gr><option>aaa</optgroup></select><b>x</b>",
            [[0, 8, 64, 19], [64, 3, 11.84, 24]]
        ),
        (
            "<b>x</b><span style='display:inline-block'><table><tr><td><b>a</b><tr><td>b</table></span>",
            [[0, 51, 11.84, 24], [14.84, 6, 12.27, 24]]
        ),
        (
            "<b>x</b><span style='display:inline-block;columns:2;width:100px'>aa bb cc dd</span>",
            [[0, 33, 11.84, 24]]
        ),
    ]

    private func texts(_ body: String) throws -> [String] {
        try laidOut("<!doctype html>\(body)").layers.flatMap(\.all).compactMap {
            if case .text(let text) = $0.kind { text.string } else { nil }
        }
    }

    /// The texts of American English.
    @Test(arguments: [
        ("date' value='2026-03-04", "03/04/2026"), ("date", "mm/dd/yyyy"), ("date' value='2026-02-29", "mm/dd/yyyy"),
        ("date' value='2028-02-29", "02/29/2028"), ("date' value='4.3.2026", "mm/dd/yyyy"), ("time' value='13:45", "01:45 PM"),
        ("time' value='00:05:09.5", "12:05:09.500 AM"), ("time' value='24:00", "--:-- --"),
        ("datetime-local' value='2026-03-04T13:45", "03/04/2026, 01:45 PM"), ("month' value='2026-03", "March 2026"),
        ("time' step='1' value='12:30:00", "12:30:00 PM"), ("time' step='0.5' value='12:30:00", "12:30:00.000 PM"),
        ("time' step='any' value='12:30:00", "12:30 PM"), ("time' step='1", "--:--:-- --"),
        ("time' value='12:30:05.abc", "--:-- --"),
        ("week' value='2021-W53", "Week --, ----"), ("week' value='2020-W53", "Week 53, 2020"),
        ("date' value=' 2020-01-01", "mm/dd/yyyy"),
        ("date' value='275760-09-13", "09/13/275760"), ("date' value='275760-09-14", "mm/dd/yyyy"),
        ("month' value='2026-13", "--------- ----"), ("week' value='2026-W10", "Week 10, 2026"), ("week", "Week --, ----"),
    ]) func datesAreFormatted(_ type: String, _ wanted: String) throws {
        // The fields are painted behind the texts between them.
        #expect(try texts("<input type='\(type)'>").joined().sorted() == wanted.sorted())
    }

    @Test func listsShowTheFirstOptionThatIsNotDisabled() throws {
        #expect(try texts("<select><option disabled>C<optgroup disabled><option>N</optgroup><option>A</select>") == ["A"])
        #expect(try texts("<select><option disabled>C<option>A<option selected disabled>B</select>") == ["B"])
    }

    /// Bars in text that runs from right to left are filled from the right.
    @Test(arguments: [("progress", 0.0, 140.0), ("meter", 1, 139.6)])
    func barsAreFilledFromTheStartOfTheirText(_ name: String, _ left: Double, _ right: Double) throws {
        for (direction, wanted) in [("ltr", left), ("rtl", right)] {
            let bar = "<\(name) dir=\(direction) value=.3 style='width:200px'></\(name)>"
            let layers = try laidOut("<!doctype html>\(bar)").layers.flatMap(\.all)
            let track = try #require(layers.first { $0.masksToBounds && $0.sublayers.count == 1 })
            #expect(abs((track.sublayers.first?.frame?.minX ?? -1) - wanted) < 0.01)
        }
    }

    /// Telephone numbers run from left to right, unless an attribute or a style sheet of the page asks for another direction.
    @Test func telephoneNumbersRunFromLeftToRight() throws {
        func layers(_ input: String) throws -> [Layer] {
            try laidOut("<!doctype html><div dir=rtl><\(input) value='12)'></div>").layers
        }
        #expect(try layers("input type=tel") == layers("input dir=ltr"))
        #expect(try layers("input type=tel dir=rtl") == layers("input"))
        #expect(try layers("input type=tel style='direction:rtl'") == layers("input"))
        #expect(try layers("input type=url") == layers("input"))
    }

    /// Many switches and boxes with a tick are generated content.
    @Test func togglesWithoutAppearanceHaveGeneratedContent() throws {
        let rule = "<style>input::before{content:'x'}</style><input type=checkbox"
        #expect(try texts("\(rule) style='appearance:none'>") == ["x"])
        #expect(try texts("\(rule) style='appearance:none;display:grid'>") == ["x"])
        #expect(try texts("\(rule)>") == [])
    }

    @Test func filesAreAskedForByAButton() throws {
        #expect(try Set(texts("<input type=file>")) == ["Choose File", "No file chosen"])
        #expect(try texts("<input type=file multiple>").contains("Choose Files"))
        let plain = try laidOut("<input type=file>").layers
        let styled = "<style>input::file-selector-button{background:red}</style><input type=file>"
        #expect(try laidOut(styled).layers != plain)
        #expect(try laidOut(styled.replacing("file-selector-button", with: "-webkit-file-upload-button")).layers != plain)
    }

    /// A date field has many boxes, each of which would be laid out.
    @Test func dateFieldsAreCountedBeforeTheirLayout() throws {
        var options = HTMLOptions()
        options.limits.layerCount = 100
        let fields = Array(repeating: "<input type=date>", count: 40).joined(separator: "\n")
        let error = #expect(throws: HTMLError.self) { try HTMLDocument(Array(fields.utf8), options: options) }
        #expect(error?.place.line == 15)
        _ = try HTMLDocument(Array("<div style='visibility:hidden'>\(fields)</div>".utf8), options: options)
    }

    @Test func gripsAreInBoxesThatCanBeEnlarged() throws {
        func count(_ style: String) throws -> Int {
            try laidOut("<!doctype html><textarea style='\(style)'></textarea>").layers.flatMap(\.all).count
        }
        #expect(try count("") == count("resize:none") + 1)
        #expect(try count("resize:vertical") == count(""))
    }
}
