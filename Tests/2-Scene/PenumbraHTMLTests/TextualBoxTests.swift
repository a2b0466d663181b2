import PenumbraGeometry
import PenumbraHTML
import TestSupport
import Testing

/// Boxes of documents with texts, as Chromium's `getBoundingClientRect` reports them.
@Suite(.timed) struct TextualBoxTests {
    /// Sticky boxes in the page and in scroll containers.
    @Test(arguments: [
        (
            """
            <div style='height:50px'><b style='display:block;position:sticky;top:10px;height:8px'></b><div style\
            ='height:280px'></div><i style='display:block;position:sticky;bottom:4px;height:8px'></i></div>
            """,
            [[0, 10, 400, 8], [0, 288, 400, 8]]
        ),
        (
            """
            <div style='overflow:auto;height:50px;width:80px;padding:5px'><b style='display:block;position:stick\
            y;top:10px;height:8px'></b><div style='height:100px'></div><i style='display:block;position:sticky;b\
            ottom:4px;height:8px'></i></div>
            """,
            [[5, 15, 80, 8], [5, 43, 80, 8]]
        ),
        (
            """
            <div style='width:200px;display:flex'><b style='position:sticky;left:20px;width:30px;height:8px;marg\
            in:5px'></b><i style='position:sticky;left:10%;right:5%;width:30px;height:8px'></i></div>
            """,
            [[20, 5, 30, 8], [40, 0, 30, 8]]
        ),
        (
            """
            <div style='width:100px;overflow:hidden'><div style='width:300px;height:20px'><b style='display:bloc\
            k;position:sticky;right:10px;width:30px;height:9px;margin-left:150px'></b><i style='display:block;po\
            sition:sticky;right:10px;width:30px;height:9px'></i></div></div>
            """,
            [[150, 0, 30, 9], [0, 9, 30, 9]]
        ),
    ]) func stickyBoxesStayInView(_ body: String, _ wanted: [[Double]]) throws {
        try expectTextualBoxes(body, wanted)
    }

    /// Lines may end behind a symbol, a picture, and the space of a number.
    @Test(arguments: [
        (
            """
            <ul style='list-style-position:inside;width:30px;padding:0;margin:0'><li><b>xx</b><li style='white-s\
            pace:nowrap'><b>xx</b></ul>
            """,
            [[0, 33, 23.67, 24], [27, 63, 23.67, 24]]
        ),
        (
            """
            <ol style='list-style-position:inside;width:60px;padding:0;margin:0'><li><b>Hello</b> <i>you</i></ol\
            >
            """,
            [[0, 33, 50.7, 24], [0, 63, 36.75, 24]]
        ),
    ]) func linesMayEndBehindMarkersInside(_ body: String, _ wanted: [[Double]]) throws {
        try expectTextualBoxes(body, wanted)
    }

    /// A text that stays on its line ends where the text around it may break.
    @Test(arguments: [
        (
            """
            <p style='width:30px'><span style='white-space:nowrap'>ab-</span><b>cd</b></p><p style='width:30px;w\
            hite-space:nowrap'>ab-<b>cd</b></p><p style='width:30px'><span style='white-space:nowrap'>a </span><\
            b>cd</b></p>
            """,
            [[0, 33, 23.7, 24], [32.17, 63, 23.7, 24], [18.62, 93, 23.7, 24]]
        ),
        (
            """
            <p style='width:30px'><u><span style='white-space:nowrap'>ab?</span></u><b>cd</b></p>
            """,
            [[0, 33, 23.7, 24]]
        ),
    ]) func linesMayEndBehindTextsThatStayTogether(_ body: String, _ wanted: [[Double]]) throws {
        try expectTextualBoxes(body, wanted)
    }

    /// Controls are as large as their letters.
    @Test(arguments: [
        (
            """
            <b style='display:inline-block'><input size=5></b><b style='display:inline-block'><input style='font\
            :16px DejaVu Sans'></b><b style='display:inline-block'><input size=30 style='font:13px DejaVu Sans M\
            ono;box-sizing:border-box'></b>
            """,
            [[0, 0, 74, 30], [74, 0, 208, 30], [0, 30, 257, 30]]
        ),
        (
            """
            <b style='display:inline-block'><textarea cols=12 rows=3></textarea></b><b style='display:inline-blo\
            ck'><textarea rows=4 style='font:16px DejaVu Serif;overflow:hidden;box-sizing:border-box'></textarea\
            ></b>
            """,
            [[0, 31, 118, 59], [118, 0, 171, 90]]
        ),
        (
            """
            <b style='display:inline-block'><select><option>A<option>Longest of all<option>B</select></b><i styl\
            e='display:inline-block'><select><option>A<optgroup label=Group><option>In it</optgroup></select></i\
            >
            """,
            [[0, 0, 112, 30], [112, 0, 65, 30]]
        ),
        (
            """
            <b style='display:inline-block'><select size=3><option>One<option selected>Two<option>Three<option>F\
            our</select></b><b style='display:inline-block'><select multiple><option>One<optgroup label=Group><o\
            ption>In it</optgroup></select></b>
            """,
            [[0, 17, 44.19, 56], [44.19, 0, 51.7, 73]]
        ),
    ]) func controlsAreAsLargeAsTheirLetters(_ body: String, _ wanted: [[Double]]) throws {
        try expectTextualBoxes(body, wanted)
    }

    /// Inline elements without content, and those that blocks interrupt.
    @Test(arguments: [
        (
            "<div><b></b></div>",
            [[0, 0, 0, 0]]
        ),
        (
            "<div style='padding:5px;text-align:center;width:100px'> <b style='font-size:20px'></b> </div>",
            [[55, 5, 0, 0]]
        ),
        (
            "<div><p style='margin:5px'>x</p><b></b><p style='margin:8px'>y</p></div>",
            [[0, 40, 0, 0]]
        ),
        (
            "<div style='padding:5px'><b><i></i></b></div>",
            [[5, 5, 0, 0], [5, 5, 0, 0]]
        ),
        (
            "<div style='margin:7px'><b>x<div style='margin:9px'><i>z</i></div>y</b></div>",
            [[7, 10, 386, 102], [16, 49, 10.5, 24]]
        ),
        (
            "<div style='margin:7px'><b style='border:2px solid'><div style='margin:9px'>z</div></b></div>",
            [[7, 8, 386, 106]]
        ),
        (
            """
            <div style='width:100px'><b style='position:relative;top:5px'>xx<div style='width:50px'><i>z</i></di\
            v></b></div>
            """,
            [[0, 8, 100, 57], [0, 38, 10.5, 24]]
        ),
        (
            "<ul><b><li></li></b></ul>",
            [[40, 20, 360, 30]]
        ),
        (
            "<div><b style='writing-mode:vertical-lr'></b></div>",
            [[0, 22, 0, 0]]
        ),
        (
            "<div style='text-indent:20px'><p>x</p><b>y</b><div style='display:inline-block'><i>z</i></div></div>",
            [[0, 33, 11.84, 24], [31.84, 33, 10.5, 24]]
        ),
    ]) func inlineElementsHaveAPlaceWithoutContent(_ body: String, _ wanted: [[Double]]) throws {
        try expectTextualBoxes(body, wanted)
    }

    /// `contain: size`, `contain-intrinsic-size` and `content-visibility`.
    @Test(arguments: [
        (
            "<b style='display:block;contain:size;border:1px solid'>xx<i>x</i></b>",
            [[0, 0, 400, 2], [24.67, 4, 11.84, 24]]
        ),
        (
            """
            <b style='contain:size;contain-intrinsic-size:40px 20px;display:inline-block;border:1px solid'>xx</b\
            >
            """,
            [[0, 0, 42, 22]]
        ),
        (
            "<b style='contain:strict;display:flex'><i>xx</i></b>",
            [[0, 0, 400, 0], [0, 0, 23.67, 0]]
        ),
        (
            "<b style='content-visibility:hidden;contain-intrinsic-size:auto 40px;display:block'>xx</b>",
            [[0, 0, 400, 40]]
        ),
        (
            "<b style='contain:inline-size;contain-intrinsic-width:50px;display:inline-block'>xx</b>",
            [[0, 0, 50, 30]]
        ),
    ]) func containedBoxesIgnoreTheirContent(_ body: String, _ wanted: [[Double]]) throws {
        try expectTextualBoxes(body, wanted)
    }

    /// CSS `zoom`.
    @Test(arguments: [
        (
            """
            <b style='display:block;zoom:1.5;padding:10px;border:2px solid;width:200px;margin:10px'>x <i>y</i></\
            b>
            """,
            [[15, 15, 336, 81], [60.3, 38, 17.77, 35]]
        ),
        (
            "<b style='display:block;zoom:50%;font-size:40px;margin:20px'>Half <i style='zoom:2'>full</i></b>",
            [[10, 10, 380, 30], [56.25, 2, 61.67, 46]]
        ),
        (
            """
            <b style='display:block;zoom:2;width:50vw;height:3rem;letter-spacing:1px'>x<i style='font-size:small\
            '>xx</i></b>
            """,
            [[0, 0, 400, 96], [25.67, 20, 34.78, 30]]
        ),
        (
            """
            <div style='letter-spacing:2px;line-height:20px;text-indent:10px'><b style='display:block;zoom:3'><i\
            >xx</i></b></div>
            """,
            [[0, 0, 400, 60], [30, -5, 83.02, 70]]
        ),
        (
            "<b style='display:block;zoom:2'><svg width='20' height='10'></svg><i>x</i></b>",
            [[0, 0, 400, 60], [40, 7, 23.67, 46]]
        ),
    ]) func zoomMultipliesLengths(_ body: String, _ wanted: [[Double]]) throws {
        try expectTextualBoxes(body, wanted)
    }

    /// CSS `text-box`.
    @Test(arguments: [
        (
            "<b style='display:block;text-box-trim:trim-start;text-box-edge:cap;font-size:40px'><i>Head</i></b>",
            [[0, 0, 400, 38], [0, 0, 104.59, 46]]
        ),
        (
            "<b style='display:block;text-box:trim-end text'>two<br><i>lines</i></b>",
            [[0, 0, 400, 57], [0, 33, 46.52, 24]]
        ),
        (
            """
            <div style='text-box:ex alphabetic'><b style='display:block'>two</b><i style='display:block'>lines</\
            i></div>
            """,
            [[0, 0, 400, 19], [0, 19, 400, 22]]
        ),
        (
            "<b style='display:block;text-box:normal'>x</b>",
            [[0, 0, 400, 30]]
        ),
    ]) func textBoxesAreTrimmed(_ body: String, _ wanted: [[Double]]) throws {
        try expectTextualBoxes(body, wanted)
    }

    /// Fonts without a height of capitals have that of a hinted H.
    @Test(arguments: [
        ("<b style='display:block;font-size:10px;width:10cap;height:1ex'></b>", [[0, 0, 80, 6]]),
        ("<b style='display:block;font-size:15px;width:10cap;height:1ex'></b>", [[0, 0, 120, 9]]),
        ("<b style='display:block;width:10cap;height:1ex'></b>", [[0, 0, 140, 11]]),
        ("<b style='display:block;font-size:20.5px;width:10cap;height:1ex'></b>", [[0, 0, 160, 12]]),
        ("<b style='display:block;font-size:77px;width:1cap;height:1ex'></b>", [[0, 0, 55.97, 41.98]]),
        ("<b style='display:block;font-size:15px;text-box:trim-both cap alphabetic'>x</b>", [[0, 0, 400, 12]]),
    ]) func capitalsHaveHintedHeights(_ body: String, _ wanted: [[Double]]) throws {
        try expectTextualBoxes(body, wanted)
    }

    /// CSS `@scope`.
    @Test(arguments: [
        (
            """
            <style>@scope (.a) to (.z){:scope{padding:16px}b{display:block;padding:1px}:scope > b{border:2px sol\
            id}& i{margin-left:9px}}@scope (.w){width:50px;i{padding:9px}}</style><div class=a><b>x</b><div clas\
            s=z><b>y<i>z</i></b></div></div><div class=w><i>x</i></div>
            """,
            [[16, 16, 368, 36], [16, 55, 22.34, 24], [27.84, 55, 10.5, 24], [0, 92, 29.84, 42]]
        )
    ]) func scopedRulesReachTheirElements(_ body: String, _ wanted: [[Double]]) throws {
        try expectTextualBoxes(body, wanted)
    }

    /// Legends, check boxes and aligned cells.
    @Test(arguments: [
        (
            """
            <fieldset style='border-top-width:30px'><legend><b style='font-size:14px'>low</b></legend><p><i>x</i\
            ></p></fieldset>
            """,
            [[21, 9, 23.91, 16], [19, 42, 11.84, 24]]
        ),
        (
            """
            <fieldset style='border-top-width:3px;padding-top:20px'><legend><b>tall</b></legend><p style='margin\
            :10px 0'><i>x</i></p></fieldset>
            """,
            [[21, 3, 31.22, 24], [19, 63, 11.84, 24]]
        ),
        (
            "<p><b>x</b><input type=checkbox style='margin:0 3px 8px'><i>x</i></p>",
            [[0, 3, 11.84, 24], [30.84, 3, 11.84, 24]]
        ),
        (
            """
            <table width=300><tr><td align=right width=200><b style='display:block;width:50px'>x</b><td>x</table\
            >
            """,
            [[153, 3, 50, 30]]
        ),
    ]) func legendsAndControlsLieWhereBrowsersPutThem(_ body: String, _ wanted: [[Double]]) throws {
        try expectTextualBoxes(body, wanted)
    }

    /// Cells with another writing mode move their content along the axis of its own lines.
    @Test(arguments: [
        ("width:200px", [[85, 0, 30, 11.84]]), ("width:200px;vertical-align:bottom", [[0, 0, 30, 11.84]]),
        ("width:200px;vertical-align:top", [[170, 0, 30, 11.84]]),
        ("width:200px;writing-mode:vertical-lr", [[85, 0, 30, 11.84]]),
        ("width:200px;writing-mode:vertical-lr;vertical-align:bottom", [[170, 0, 30, 11.84]]),
        ("width:200px;writing-mode:vertical-lr;vertical-align:top", [[0, 0, 30, 11.84]]),
        ("width:30px", [[0, 0, 30, 11.84]]),
    ]) func turnedCellsAlignTheirContent(_ style: String, _ wanted: [[Double]]) throws {
        let cell = "<td style='padding:0;writing-mode:vertical-rl;\(style)'><b style='display:block'>x</b>"
        try expectTextualBoxes("<table style='border-spacing:0'><tr>\(cell)</table>", wanted)
    }

    /// The HTML standard, section "The object element". An `embed` without an address has no box.
    @Test(arguments: [
        ("<object width=100 height=40>ab<b>x</b></object><i>x</i>", [[24.95, 3, 11.84, 24], [36.8, 3, 11.84, 24]]),
        ("<object width=100 height=40></object><i>x</i>", [[100, 21, 11.84, 24]]),
        (
            "<object data=''><object data=''>ab<b>x</b></object></object><i>x</i>",
            [[24.95, 3, 11.84, 24], [36.8, 3, 11.84, 24]]
        ),
        ("<object type='image/png' width=100 height=40><b>x</b></object><i>x</i>", [[100, 21, 11.84, 24]]),
        (
            """
            <object data="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'/>"><b>x</b></object\
            ><i>x</i>
            """,
            [[40, 3, 11.84, 24]]
        ),
        ("<object data=a.swf width=100 height=40><b>x</b></object>", [[0, 3, 11.84, 24]]),
        ("<object data='data:text/html,y' width=50 height=30><b>x</b></object><i>x</i>", [[50, 11, 11.84, 24]]),
        ("<embed width=100 height=30><i>x</i>", [[0, 3, 11.84, 24]]),
    ]) func objectsShowTheirFallbackContent(_ body: String, _ wanted: [[Double]]) throws {
        try expectTextualBoxes(body, wanted)
    }

    /// A legend lies along the border where its `text-align` puts it. Fieldsets keep floats and margins inside.
    @Test(arguments: [
        (
            "<fieldset style='text-align:right'><legend><b>L</b></legend><i>x</i></fieldset>",
            [[367.84, 3, 11.16, 24], [369.16, 40, 11.84, 24]]
        ),
        (
            "<fieldset style='text-align:center'><legend style='margin-left:30px'><b>L</b></legend><i>x</i></fieldset>",
            [[224.42, 3, 11.16, 24], [194.08, 40, 11.84, 24]]
        ),
        (
            """
            <fieldset style='direction:rtl;text-align:left'><legend style='margin:0 30px'><b>L</b></legend><i>x</i></fieldset>
            """,
            [[21, 3, 11.16, 24], [19, 40, 11.84, 24]]
        ),
        (
            "<fieldset><legend align=center style='justify-self:end'><b>L</b></legend><i>x</i></fieldset>",
            [[194.42, 3, 11.16, 24], [19, 40, 11.84, 24]]
        ),
        (
            "<center><fieldset><legend><b>L</b></legend><i>x</i></fieldset></center>",
            [[21, 3, 11.16, 24], [194.08, 40, 11.84, 24]]
        ),
        (
            "<fieldset style='text-align:end'><legend><b>L</b></legend><i>x</i></fieldset>",
            [[21, 3, 11.16, 24], [369.16, 40, 11.84, 24]]
        ),
        (
            """
            <fieldset style='text-align:center;min-width:0;width:20px'><legend style='width:100px'><b>L</b></legend></fieldset>
            """,
            [[65.42, 3, 11.16, 24]]
        ),
        (
            "<fieldset><legend style='float:right'><b>L</b></legend></fieldset><i>x</i>",
            [[367.84, 12, 11.16, 24], [0, 56.5, 11.84, 24]]
        ),
        (
            """
            <fieldset style='border:0;padding:0'><p style='margin:20px'><b>L</b></p></fieldset><fieldset style='border:0;padd\
            ing:0'><p style='margin:20px'><i>L</i></p></fieldset>
            """,
            [[22, 23, 11.16, 24], [22, 93, 11.16, 24]]
        ),
        (
            """
            <section align=right><b>L</b></section><center><ul align=left style='margin:0;padding:0'><li><i>x</i></ul></center>
            """,
            [[388.84, 3, 11.16, 24], [0, 33, 11.84, 24]]
        ),
        (
            "<div style='column-count:2;column-gap:0'><fieldset><legend><b>L</b></legend><i>x</i></fieldset></div>",
            [[21, 3, 11.16, 24], [19, 40, 11.84, 24]]
        ),
        (
            """
            <div style='column-count:2;column-gap:0'><fieldset><legend><b>L</b></legend><i>x</i><p>y</p><p><b>z</b></p></fiel\
            dset></div>
            """,
            [[21, 3, 11.16, 24], [19, 40, 11.84, 24], [219, 33, 10.5, 24]]
        ),
    ]) func legendsAreAligned(_ body: String, _ wanted: [[Double]]) throws {
        try expectTextualBoxes(body, wanted)
    }

    /// CSS `text-emphasis`.
    @Test(arguments: [
        (
            """
            <p style='margin-top:20px'><b style='display:block;line-height:1;text-emphasis:dot'>x<i>y</i></b></p\
            >
            """,
            [[0, 20, 400, 20], [11.84, 18, 11.84, 24]]
        ),
        (
            """
            <b style='display:block;line-height:1;text-emphasis:open circle;text-emphasis-position:under right'>\
            x<i>y</i></b>
            """,
            [[0, 0, 400, 32], [11.84, -2, 11.84, 24]]
        ),
    ]) func marksTakeRoomBelow(_ body: String, _ wanted: [[Double]]) throws {
        try expectTextualBoxes(body, wanted)
    }

    /// Sides in grids, columns that shrink, replaced boxes with a proportion alone, and boxes of other writing modes.
    @Test(arguments: [
        (
            """
            <div style='display:grid;justify-content:left;direction:rtl'><b style='width:20px;height:10px'></b><\
            /div>
            """,
            [[0, 0, 20, 10]]
        ),
        (
            """
            <div style='width:100px;direction:rtl;display:flex;justify-content:right'><b style='width:20px;heigh\
            t:10px'></b></div>
            """,
            [[80, 0, 20, 10]]
        ),
        (
            "<div style='display:flex;white-space:pre-wrap'> <b style='width:10px;height:10px'></b> </div>",
            [[0, 0, 10, 10]]
        ),
        (
            "<b style='columns:3 40px;width:min-content;display:block'>xx</b>",
            [[0, 0, 23.67, 30]]
        ),
        (
            """
            <div style='display:inline-block'><b style='display:block'><svg viewBox='0 0 30 20' width='50%' styl\
            e='display:block'></svg></b></div>
            """,
            [[0, 0, 300, 100]]
        ),
        (
            """
            <div style='display:flex;width:150px'><b style='display:flex;flex:1'><svg viewBox='0 0 30 20'></svg>\
            </b></div>
            """,
            [[0, 0, 150, 100]]
        ),
        (
            "<div><b style='display:block;height:50%;width:20px;writing-mode:vertical-lr'>x</b></div>",
            [[0, 0, 20, 150]]
        ),
    ]) func boxesFollowRarerRules(_ body: String, _ wanted: [[Double]]) throws {
        try expectTextualBoxes(body, wanted)
    }
}
