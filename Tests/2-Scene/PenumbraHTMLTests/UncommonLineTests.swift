import PenumbraGeometry
import PenumbraHTML
import TestSupport
import Testing

/// Lines of uncommon content, as Chromium's `getBoundingClientRect` reports them.
@Suite(.timed) struct UncommonLineTests {
    @Test(arguments: cases) func linesHoldUncommonContent(_ body: String, _ wanted: [[Double]]) throws {
        try expectTextualBoxes(body, wanted)
    }

    static let cases: [(String, [[Double]])] = [
        // Letters are set in whole 64ths of a pixel, rounded down: 16.656 and 15.188 px.
        (
            """
            <style>b{display:table;white-space:nowrap}</style><b style='font-size:16.667px'>adipiscing amet dolor sed elit \
            adipiscing amet dolor</b><b style='font-size:15.2px'>adipiscing amet dolor sed elit adipiscing amet dolor</b>
            """,
            [[0, 0, 432.28, 30], [0, 30, 394.16, 30]]
        ),
        // The space of a `nowrap` box before another space ends its line, and takes no line of its own at the end.
        (
            """
            <style>b{white-space:nowrap}i{display:inline-block;height:9px}</style><div style='width:150px'>aa <b>ipsum <i \
            style='width:77px'></i> </b> </div><div style='width:150px;text-align:right'>aa <b>bbbb <i style='width:30px'>\
            </i> </b> <i style='width:99px'></i></div><div style='width:150px'>aa <b>cccc dddd eeee </b> ffff</div>
            """,
            [
                [0, 33, 144.19, 24], [67.19, 43, 77, 9], [62.86, 63, 87.14, 24], [120, 73, 30, 9], [51, 103, 99, 9],
                [0, 153, 156.7, 24],
            ]
        ),
        // Lines of blocks inside a block with `line-clamp` count together.
        (
            """
            <style>i{display:block;margin-bottom:10px}</style><div style='width:100px;display:-webkit-box;-webkit-box-orie\
            nt:vertical;-webkit-line-clamp:3'><i>aaaa bbbb cccc</i><i>dddd <b>eeee</b> ffff</i></div><b>x</b>
            """,
            [[0, 0, 100, 90], [0, 100, 100, 30], [0, 133, 49.22, 24], [0, 93, 11.84, 24]]
        ),
        (
            """
            <style>i{display:list-item}</style><div style='width:100px;display:-webkit-box;-webkit-box-orient:vertical;-we\
            bkit-line-clamp:2;padding:4px'><ul style='margin:0'><i>aaaa</i><i>bbbb</i><i>cccc</i><i>dddd</i></ul></div><b>\
            x</b>
            """,
            [[44, 4, 60, 30], [44, 34, 60, 30], [44, 64, 60, 30], [44, 94, 60, 30], [0, 71, 11.84, 24]]
        ),
        (
            """
            <style>i{display:block;padding:3px;border:1px solid}</style><div style='width:100px;display:-webkit-box;-webki\
            t-box-orient:vertical;-webkit-line-clamp:2'>aaaa <i>bbbb cccc</i><b>eeee</b></div><b>x</b>
            """,
            [[0, 30, 100, 38], [0, 71, 49.22, 24], [0, 71, 11.84, 24]]
        ),
        (
            """
            <style>i{display:block;margin-bottom:10px}</style><div style='width:100px;display:-webkit-box;-webkit-box-orie\
            nt:vertical;-webkit-line-clamp:4'><i>aaaa bbbb cccc</i><i>dddd</i></div><b>x</b>
            """,
            [[0, 0, 100, 90], [0, 100, 100, 30], [0, 143, 11.84, 24]]
        ),
        (
            """
            <style>i{display:block;margin-bottom:10px}</style><div style='width:100px;display:-webkit-box;-webkit-box-orie\
            nt:vertical;-webkit-line-clamp:1'><i style='overflow:hidden'>aaaa bbbb cccc</i><i>dddd eeee</i></div><b>x</b>
            """,
            [[0, 0, 100, 90], [0, 100, 100, 30], [0, 133, 11.84, 24]]
        ),
        (
            """
            <div style='width:100px;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:1'><i style='displa\
            y:block;align-content:start'>one<br>two</i><i style='display:block'>four</i></div><b>x</b>
            """,
            [[0, 0, 100, 60], [0, 60, 100, 30], [0, 93, 11.8438, 24]]
        ),
        (
            """
            <div style='width:100px;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2'>one two three fo\
            ur five <i style='float:left;height:80px'>f</i> six</div><b>x</b>
            """,
            [[0, 60, 7.0469, 80], [0, 63, 11.8438, 24]]
        ),
        // Lines go on below the last one that `line-clamp` counts.
        (
            """
            <div style='width:100px;height:150px;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2'>aaa\
            a bbbb cccc dddd eeee <b>ffff</b> gggg hhhh</div><b>x</b>
            """,
            [[55.58, 123, 27.56, 24], [0, 153, 11.84, 24]]
        ),
        (
            """
            <div style='width:100px;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:1;padding:5px'>aaaa\
             <b>bbbb</b> cccc <b style='display:inline-block;height:50px;width:10px'></b> <b>ffff</b></div><b>x</b>
            """,
            [[5, 38, 50.78, 24], [55.34, 65, 10, 50], [71.7, 96, 27.56, 24], [0, 43, 11.84, 24]]
        ),
        (
            """
            <b style='display:block'><wbr></b>
            """,
            [[0, 0, 400, 30]]
        ),
        (
            """
            <div style='display:flex'><wbr></div><b style='display:block;height:3px'></b>
            """,
            [[0, 30, 400, 3]]
        ),
        (
            """
            <div style='white-space:pre-wrap'><div style='display:table-cell'>c</div> <b>x</b></div>
            """,
            [[6.3594, 33, 11.8438, 24]]
        ),
        (
            """
            <div style='white-space:pre-line'><b style='display:table-cell'>c</b> <b style='display:table-cell'>\
            x</b></div>
            """,
            [[0, 0, 11, 30], [0, 30, 11.8438, 30]]
        ),
        (
            """
            <div style='display:table-row'><wbr></div><b style='display:block;height:3px'></b>
            """,
            [[0, 30, 400, 3]]
        ),
        (
            """
            <p style='text-indent:30px hanging;width:110px'>x <b>xxxx</b> xxxxxx <b>xxxx</b></p>
            """,
            [[18.2031, 3, 47.3438, 24], [30, 63, 47.3438, 24]]
        ),
        (
            """
            <p style='text-indent:30px each-line;width:110px'><b>xxxx</b><br><b>xxxxxx</b> xxxxx <b>xxxx</b></p>
            """,
            [[30, 3, 47.3438, 24], [30, 33, 71.0156, 24], [0, 93, 47.3438, 24]]
        ),
        (
            """
            <p style='text-indent:hanging 30px each-line;width:110px'><b>xxxx</b><br><b>xxxxxx</b> xxxxx <b>xxxx\
            </b></p>
            """,
            [[0, 3, 47.3438, 24], [0, 33, 71.0156, 24], [30, 93, 47.3438, 24]]
        ),
        (
            """
            <p style='text-indent:30px hanging hanging;width:110px'><b>xxxx</b></p>
            """,
            [[0, 3, 47.3438, 24]]
        ),
        (
            """
            <div style='line-height:normal'><b style='display:block;height:2lh'></b><b style='display:block;heig\
            ht:2rlh'></b><b style='display:block;width:10ch;height:1px'></b></div>
            """,
            [[0, 0, 400, 48], [0, 48, 400, 38], [0, 86, 127.2344, 1]]
        ),
        (
            """
            <p><b style='display:inline-flex;flex-direction:column-reverse;overflow:hidden;height:19px'><i style\
            ='display:block;width:30px;height:33px;flex:none'></i></b>x</p>
            """,
            [[0, 3, 30, 19], [0, -11, 30, 33]]
        ),
    ]
}
