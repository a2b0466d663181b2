import PenumbraGeometry
import PenumbraHTML
import TestSupport
import Testing

/// Blocks, lines, flexible boxes and grids in each other, as Chromium's `getBoundingClientRect` reports them.
@Suite(.timed) struct MixedTreeTests {
    @Test(arguments: cases) func treesLieWhereBrowsersPutThem(_ body: String, _ wanted: [[Double]]) throws {
        try expectTextualBoxes(body, wanted)
    }

    static let cases: [(String, [[Double]])] = [
        (
            """
            <div style='display:inline-grid;grid-template-columns:max-content max-content;justify-items:baseline\
            '><i style='margin-left:60px'>x</i><i>y</i><b style='margin-left:5px'>BBBBBB</b><b>y</b></div>
            """,
            [[60, 0, 11.8438, 30], [142.3281, 0, 11.8438, 30], [60, 30, 82.3281, 30], [142.3281, 30, 11.8438, 30]]
        ),
        (
            """
            <div style='columns:3;column-gap:0;width:300px;height:100px;column-fill:auto'><div>aaaa</div><i styl\
            e='float:left;position:relative;top:90px'>ffff</i><b style='display:block'>bbb</b></div>
            """,
            [[0, 120, 27.5625, 30], [0, 30, 100, 30]]
        ),
        (
            """
            <div style='columns:3;column-gap:0;width:300px;height:100px;column-fill:auto'><div>aaaa</div><i styl\
            e='display:inline-block;position:relative;top:90px'>ffff</i> <b>bbb</b></div>
            """,
            [[0, 120, 27.5625, 30], [33.9219, 33, 38.0938, 24]]
        ),
        (
            """
            <div style='width:180px;white-space:nowrap'><div style='float:left;width:120px;height:20px'></div><b\
            >tree house</b><br><i>a</i></div>
            """,
            [[120, 3, 106.9062, 24], [0, 33, 12.2656, 24]]
        ),
        (
            """
            <div style='width:180px;white-space:nowrap'><div style='float:right;width:120px;height:20px'></div><\
            b style='display:inline-block;width:100px'>a</b> <i>a</i></div>
            """,
            [[0, 0, 100, 30], [106.3594, 3, 12.2656, 24]]
        ),
        (
            """
            <div style='width:180px'><div style='float:left;width:120px;height:20px'></div><b style='white-space\
            :nowrap'>tree house</b></div>
            """,
            [[0, 23, 106.9062, 24]]
        ),
        (
            """
            <div style='width:180px;white-space:nowrap'><div style='float:left;width:120px;height:20px'></div><b\
             style='white-space:normal'>treehouse</b></div>
            """,
            [[120, 3, 100.5469, 24]]
        ),
        (
            """
            <div style='width:11px'>to <b style='position:absolute'>a</b></div>
            """,
            [[0, 30, 12.2656, 30]]
        ),
        (
            """
            <div style='width:11px'>to<b style='position:absolute'>a</b></div>
            """,
            [[0, 30, 12.2656, 30]]
        ),
        (
            """
            <div style='width:11px'>to <b style='position:absolute'>a</b> of</div>
            """,
            [[0, 30, 12.2656, 30]]
        ),
        (
            """
            <div style='width:11px'>to<b style='position:absolute'>a</b> of</div>
            """,
            [[20.0781, 0, 12.2656, 30]]
        ),
        (
            """
            <div style='width:31px'>to <b style='position:absolute'>a</b> off</div>
            """,
            [[20.0781, 0, 12.2656, 30]]
        ),
        (
            """
            <div style='width:11px'><i style='display:inline-block;width:30px;height:10px'></i><b style='positio\
            n:absolute'>a</b></div>
            """,
            [[0, 12, 30, 10], [0, 30, 12.2656, 30]]
        ),
        (
            """
            <div style='width:11px;text-align:right'>to <b style='position:absolute'>a</b></div>
            """,
            [[11, 30, 12.2656, 30]]
        ),
        (
            """
            <div style='width:11px;white-space:nowrap'>to <b style='position:absolute'>a</b></div>
            """,
            [[20.0781, 0, 12.2656, 30]]
        ),
        (
            """
            <div style='width:11px'>to <i style='padding:3px'><b style='position:absolute'>a</b></i></div>
            """,
            [[0, 30, 6, 30], [3, 30, 12.2656, 30]]
        ),
        (
            """
            <div style='width:11px'>to <i style='float:left;width:4px'>a</i> <b style='position:absolute'>a</b><\
            /div>
            """,
            [[0, 30, 4, 30], [4, 30, 12.2656, 30]]
        ),
        (
            """
            <div style='display:flex;flex-direction:column'><b style='width:140px;height:fit-content;aspect-rati\
            o:2'>longer and unbelievable</b></div>
            """,
            [[0, 0, 140, 70]]
        ),
        (
            """
            <div style='display:flex;flex-direction:column'><b style='width:140px;aspect-ratio:2'>longer and unb\
            elievable</b></div>
            """,
            [[0, 0, 140, 70]]
        ),
        (
            """
            <div style='display:flex'><b style='width:max-content;height:20px;aspect-ratio:2'>longer unbelievabl\
            e old</b></div>
            """,
            [[0, 0, 40, 20]]
        ),
        (
            """
            <div style='display:flex;height:30px'><b style='width:fit-content;aspect-ratio:2'>longer unbelievabl\
            e</b></div>
            """,
            [[0, 0, 60, 30]]
        ),
        (
            """
            <div style='display:flex;height:30px'><b style='min-width:max-content;aspect-ratio:2'>longer unbelie\
            vable</b></div>
            """,
            [[0, 0, 60, 30]]
        ),
        (
            """
            <div style='display:flex;height:30px'><b style='flex-basis:max-content;aspect-ratio:2'>longer unbeli\
            evable</b></div>
            """,
            [[0, 0, 128.4062, 30]]
        ),
        (
            """
            <b style='display:grid;min-height:fit-content;max-height:12px;width:80px'>longer water</b>
            """,
            [[0, 0, 80, 60]]
        ),
        (
            """
            <b style='display:flex;min-height:min-content;max-height:12px;width:80px'>longer water</b>
            """,
            [[0, 0, 80, 60]]
        ),
        (
            """
            <b style='display:flex;flex-direction:column;min-height:max-content;max-height:12px;width:80px'><i>l\
            onger water</i></b>
            """,
            [[0, 0, 80, 60], [0, 0, 80, 60]]
        ),
        (
            """
            <div style='display:grid;justify-items:baseline'><i style='margin:4px 10%'>a</i><b>bc</b></div>
            """,
            [[40, 4, 12.2656, 30], [40, 38, 23.7031, 30]]
        ),
        (
            """
            <div style='display:grid;justify-items:last baseline;grid-template-columns:200px'><i style='margin:4\
            px 10px'>a</i><b>bcd</b></div>
            """,
            [[163.6094, 4, 12.2656, 30], [163.6094, 38, 36.3906, 30]]
        ),
        (
            """
            <div style='display:grid;justify-items:baseline;grid-template-columns:max-content'><i style='margin-\
            left:30px'>a</i><b>bcd</b></div>
            """,
            [[30, 0, 12.2656, 30], [30, 30, 36.3906, 30]]
        ),
        (
            """
            <div style='display:grid;justify-items:baseline;direction:rtl;grid-template-columns:200px'><i style=\
            'margin-left:20px'>abc de</i><b>b</b></div>
            """,
            [[332.6875, 0, 67.3125, 30], [332.6875, 30, 12.7031, 30]]
        ),
        (
            """
            <div style='display:grid;justify-items:baseline;grid-template-columns:50px max-content'><i style='ma\
            rgin:4px 10px;grid-column:span 2'>a</i><b>b</b><b>bccc</b></div>
            """,
            [[10, 4, 12.2656, 30], [10, 38, 12.7031, 30], [50, 38, 45.6875, 30]]
        ),
        (
            """
            <div style='display:grid;justify-items:baseline'><i style='margin:4px 10px'>a</i><b style='width:50%\
            '>b</b><b style='margin-left:auto'>b</b></div>
            """,
            [[10, 4, 12.2656, 30], [0, 38, 200, 30], [387.2969, 68, 12.7031, 30]]
        ),
        (
            """
            <b style='display:block;position:relative;top:0%;bottom:-10px'>a</b>
            """,
            [[0, 10, 400, 30]]
        ),
        (
            """
            <div style='height:60px'><b style='display:block;position:relative;top:0%;bottom:-10px'>a</b></div>
            """,
            [[0, 0, 400, 30]]
        ),
        (
            """
            <div style='display:grid;aspect-ratio:2;align-content:space-around'><i style='grid-row:1'>a</i><b st\
            yle='grid-row:2'>b</b></div>
            """,
            [[0, 17.5, 400, 30], [0, 152.5, 400, 30]]
        ),
        (
            """
            <div style='display:grid;aspect-ratio:2;align-content:space-evenly;gap:10px'><i style='grid-row:1'>a\
            </i><b style='grid-row:2'>b</b></div>
            """,
            [[0, 28.8906, 400, 30], [0, 141.1094, 400, 30]]
        ),
        (
            """
            <div style='display:grid;aspect-ratio:2;min-height:250px;align-content:space-evenly'><i style='grid-\
            row:1'>a</i><b style='grid-row:2'>b</b></div>
            """,
            [[0, 63.3281, 500, 30], [0, 156.6562, 500, 30]]
        ),
        (
            """
            <div style='direction:rtl;width:200px'>aa <b style='position:absolute'>x</b> bb</div>
            """,
            [[174.6094, 0, 11.8438, 30]]
        ),
        (
            """
            <div style='direction:rtl;width:200px'><b style='position:absolute'>x</b> bb</div>
            """,
            [[188.1562, 0, 11.8438, 30]]
        ),
        (
            """
            <div style='direction:rtl;width:200px'>bb <b style='position:absolute'>x</b></div>
            """,
            [[162.7656, 0, 11.8438, 30]]
        ),
        (
            """
            <div style='direction:rtl;width:200px'>אב <b style='position:absolute'>x</b> גד</div>
            """,
            [[156.8594, 0, 11.8438, 30]]
        ),
        (
            """
            <div style='width:200px'>אב <b style='position:absolute'>x</b> גד</div>
            """,
            [[7.3281, 0, 11.8438, 30]]
        ),
        (
            """
            <div style='width:200px'>אב <b style='position:absolute'>x</b> aa</div>
            """,
            [[31.2969, 0, 11.8438, 30]]
        ),
        (
            """
            <div style='width:200px'>aa <b style='position:absolute'>x</b> אב</div>
            """,
            [[30.875, 0, 11.8438, 30]]
        ),
        (
            """
            <div style='direction:rtl;width:200px;text-align:center'>aa <b style='position:absolute;width:50px;h\
            eight:10px'></b> bb</div>
            """,
            [[102.7344, 0, 50, 10]]
        ),
        (
            """
            <div style='columns:2;column-gap:0'><i style='display:block;height:30px'></i><b style='display:block\
            ;position:relative;bottom:10px;height:20px'></b><i style='display:block;height:30px'></i></div>
            """,
            [[0, 0, 200, 30], [0, -10, 400, 40], [200, 10, 200, 30]]
        ),
        (
            """
            <div style='columns:2;column-gap:0'><i style='display:block;height:30px'></i><b style='display:block\
            ;position:relative;top:10px;left:5px;height:20px'></b><i style='display:block;height:30px'></i></div\
            >
            """,
            [[0, 0, 200, 30], [5, 10, 400, 40], [200, 10, 200, 30]]
        ),
        (
            """
            <div style='columns:2;column-gap:0;height:50px'><i style='display:block;height:30px'></i><b style='d\
            isplay:block;position:relative;bottom:10px;height:60px'></b><i style='display:block;height:30px'></i\
            ></div>
            """,
            [[0, 0, 200, 30], [0, -10, 400, 50], [200, 0, 400, 50]]
        ),
        (
            """
            <b style='display:table;aspect-ratio:2;width:100px'>a</b>
            """,
            [[0, 0, 100, 50]]
        ),
        (
            """
            <b style='display:table;aspect-ratio:1/4;border-spacing:0'>a</b>
            """,
            [[0, 0, 12.2656, 49.0625]]
        ),
        (
            """
            <b style='display:table;aspect-ratio:2;width:100px;height:10px'>a</b>
            """,
            [[0, 0, 100, 30]]
        ),
        (
            """
            <b style='display:table;aspect-ratio:2;min-width:100px;padding:5px;border:1px solid'><i style='displ\
            ay:table-cell'>a</i></b>
            """,
            [[0, 0, 112, 56], [6, 6, 100, 44]]
        ),
        (
            """
            <div style='display:flex'><b style='display:table;aspect-ratio:2;width:100px'>a</b></div>
            """,
            [[0, 0, 100, 50]]
        ),
        (
            """
            <div style='display:grid;direction:rtl;grid-template-columns:max-content'><b style='justify-self:bas\
            eline'>water hill</b><i>aa bb</i></div>
            """,
            [[343.0156, 0, 56.9844, 60], [343.0156, 60, 56.9844, 30]]
        ),
        (
            """
            <div style='display:grid;grid-template-columns:max-content'><b style='justify-self:last baseline'>wa\
            ter hill</b></div>
            """,
            [[0, 0, 56.9844, 60]]
        ),
        (
            """
            <div style='display:grid;direction:rtl;grid-template-columns:max-content'><b style='justify-self:bas\
            eline;margin-right:20px'>water hill</b><i style='justify-self:baseline'>aa bb cc</i></div>
            """,
            [[323.0156, 0, 56.9844, 60], [323.0156, 60, 76.9844, 60]]
        ),
        (
            """
            <div style='display:flex;flex-direction:column'><b style='width:min-content;aspect-ratio:2'>x</b></d\
            iv>
            """,
            [[0, 0, 60, 30]]
        ),
        (
            """
            <div style='display:flex;flex-direction:column'><b style='width:fit-content;max-width:50px;aspect-ra\
            tio:2'>x</b></div>
            """,
            [[0, 0, 50, 25]]
        ),
        (
            """
            <div style='display:flex;flex-direction:column;align-items:start;height:100px'><b style='width:max-c\
            ontent;aspect-ratio:2;flex:1'>x</b></div>
            """,
            [[0, 0, 200, 100]]
        ),
        (
            """
            <div style='display:flex'><div style='aspect-ratio:2'><i style='display:block;width:10px;height:10px\
            '></i><b style='display:block;height:50%'></b></div></div>
            """,
            [[0, 0, 10, 10], [0, 10, 10, 2.5]]
        ),
        (
            """
            <div style='display:flex'><div style='aspect-ratio:2'><i style='display:block;width:10px;height:10px\
            '></i><b style='display:block;height:50%'></b></div><i style='height:50px'></i></div>
            """,
            [[0, 0, 10, 10], [0, 10, 10, 25], [10, 0, 0, 50]]
        ),
    ]
}
