/// Boxes that lie where Chromium puts them.
extension SectionBoxTests {
    static let cases: [(String, [[Double]])] = [
        (
            """
            <b hidden=until-found style='display:block'>uf</b><i hidden=Until-Found style='display:block;padding:3px'>uf</i><b\
            >x</b>
            """,
            [[0, 0, 400, 0], [0, 0, 400, 6], [0, 9, 11.84, 24]]
        ),
        (
            "<b popover>no</b><b popover=auto style='display:block'>yes</b><i>x</i>",
            [[174.72, 127, 50.56, 46], [0, 3, 11.84, 24]]
        ),
        (
            """
            <b popover style='display:block;inset:auto 10px 20px auto;margin:0'>yes</b><dialog open popover><i>d</i></dialog>
            """,
            [[339.44, 234, 50.56, 46], [193.64, 138, 12.7, 24]]
        ),
        // An inline element that shows nothing has the place of its children, unless one of them has another baseline,
        // other heights or a margin.
        (
            """
            <div><i><b style='padding:3px;border:1px solid'>x</b></i> <i><b style='padding:3px;margin:0 1px'>x</b></i> <i><b\
             style='padding:3px;vertical-align:2px'>x</b></i> <i><b style='padding:3px;font-size:15px'>x</b></i> <i style='o\
            utline:1px solid'><b style='padding:3px'>x</b></i> <i><u><b style='padding:3px'>x</b></u></i></div>
            """,
            [
                [0, 1, 19.84, 32], [0, 1, 19.84, 32], [26.2, 5, 19.84, 24], [27.2, 2, 17.84, 30], [52.41, 5, 17.84, 24],
                [52.41, 0, 17.84, 30], [76.61, 5, 14.89, 24], [76.61, 7, 14.89, 24], [97.86, 5, 17.84, 24],
                [97.86, 2, 17.84, 30], [122.06, 2, 17.84, 30], [122.06, 2, 17.84, 30],
            ]
        ),
        // Boxes on lines without content have no heights, but their places.
        (
            """
            <div><i style='vertical-align:super'></i></div><div><i style='vertical-align:middle'></i></div><div><i style='ve\
            rtical-align:top;font-size:12px'></i></div><div><i style='vertical-align:bottom;line-height:50px'></i></div><div\
            ><i><b style='vertical-align:bottom'></b></i></div><div><i style='vertical-align:super'><b style='vertical-align\
            :super'></b></i></div>
            """,
            [
                [0, -7.66, 0, 0], [0, 1.5, 0, 0], [0, -3, 0, 0], [0, -10, 0, 0], [0, 0, 0, 0], [0, 7, 0, 0], [0, -7.66, 0, 0],
                [0, -15.31, 0, 0],
            ]
        ),
        // Boxes that Chromium makes count for the edges of aligned ones.
        (
            """
            <div><i style='vertical-align:top;line-height:20px'><u style='border:1px solid;line-height:60px'>do</u></i><b></\
            b></div><div><i style='vertical-align:bottom;line-height:20px'><u style='line-height:60px;background:red;vertica\
            l-align:-9px'>do</u></i><b></b></div><div><u style='border:1px solid;line-height:100px'>x</u><i style='vertical-\
            align:top;line-height:20px'><b style='vertical-align:bottom;line-height:60px'>k</b>b</i></div><div><sup style='l\
            ine-height:20px'><i style='vertical-align:top;font-size:23px'><b style='padding:1px'>t</b></i></sup></div>
            """,
            [
                [0, 17, 26.94, 26], [26.94, 18, 0, 24], [0, 69, 24.94, 24], [24.94, 69, 0, 24], [13.84, 118, 24.3, 24],
                [13.84, 138, 11.59, 24], [0, 208.34, 11.03, 28], [0, 208.34, 11.03, 28],
            ]
        ),
        // Fonts' heights follow from the size as it is, and factors of line heights from whole 64ths.
        (
            """
            <div style='font-size:11px;line-height:normal'><i style='font-size:9.1667px'>a</i></div><div style='line-height:\
            1.5'><i style='display:inline-block;font-size:11.6667px'>a<br>a<br>a<br>a</i></div><div style='line-height:norma\
            l'><sup><i style='vertical-align:middle'>x</i></sup></div><div><i style='display:block;height:1ex;font-size:29.2\
            5px'></i><i style='display:block;height:1ex;font-size:16.667px'></i></div>
            """,
            [
                [0, 1, 5.62, 11], [0, 13, 7.16, 70], [0, 86.5, 9.86, 19], [0, 113.16, 400, 17], [0, 130.16, 400, 9],
            ]
        ),
        // Preserved spaces stay beside an inline block, however wide it is.
        (
            """
            <div style='white-space:pre-wrap;width:60px'><i style='display:inline-block'>incididunt</i> <b>k</b></div><div s\
            tyle='white-space:pre-wrap;width:60px;overflow-wrap:anywhere'><u><i style='display:inline-block'>incididunt</i><\
            /u> </div><b>k</b>
            """,
            [
                [0, 0, 98.94, 30], [0, 33, 11.59, 24], [0, 60, 60, 60], [0, 123, 11.59, 24],
            ]
        ),
        // A float takes the word around it to the next line, and the line before keeps its room.
        (
            """
            <div style='width:300px'>lorem ipsum <u>dolor</u>sit<b style='float:right;width:180px;height:10px'></b>amet</div\
            ><div style='width:300px;text-align:right'><i>lorem</i> dolorsit<b style='float:left;width:200px;height:10px'></\
            b>amet</div><div style='width:300px'>tempor<b style='float:left;width:20px;height:10px'></b><i>consectetur</i></\
            div>
            """,
            [
                [120, 30, 180, 10], [62.62, 33, 57.38, 24], [0, 60, 200, 10], [0, 90, 20, 10], [92.8, 93, 118.52, 24],
            ]
        ),
        // Floats lie beside the widest line of a shrinking box, and below those that they clear.
        (
            """
            <div style='display:inline-block'>aa<i style='float:left;width:30px;height:5px'></i><i style='float:right;width:\
            20px;height:5px'></i><b style='float:left;width:40px;height:5px;clear:right'></b></div><div><i style='display:in\
            line-block'>aa<u style='float:left;width:30px'>b</u><br>cccccc<u style='float:left;width:40px'>b</u></i></div><i\
             style='display:inline-block'>aa<u style='float:left;width:30px'>b</u><u style='float:right;width:20px'></u><u s\
            tyle='float:left;width:40px;clear:left'>b</u></i>
            """,
            [
                [0, 0, 30, 5], [54.52, 0, 20, 5], [0, 30, 40, 5], [0, 35, 105.98, 60], [0, 95, 114.52, 60],
            ]
        ),
        // Neither lines nor boxes of their own contexts lie where floats cross.
        (
            """
            <div style='width:60px'><i style='float:right;width:40px;height:20px'></i><i style='float:left;width:100px;heigh\
            t:20px'></i><b style='display:block;overflow:hidden;height:30px'></b></div><div style='width:60px;display:flow-r\
            oot'><i style='float:right;width:50px;height:20px'></i><i style='float:left;width:14px;height:14px'></i><b style\
            ='display:inline-block'></b></div>
            """,
            [
                [20, 0, 40, 20], [0, 20, 100, 20], [100, 20, 0, 30], [10, 50, 50, 20], [0, 70, 14, 14], [14, 92, 0, 0],
            ]
        ),
        // A box inside one that clears floats clears further ones if it has content.
        (
            """
            <div style='display:flow-root'><i style='float:right;width:10px;height:10px'></i><i style='float:left;width:10px\
            ;height:24px'></i><div style='clear:right'><b style='display:block;clear:left'>a</b></div></div><div style='disp\
            lay:flow-root'><i style='float:right;width:10px;height:10px'></i><i style='float:left;width:10px;height:24px'></\
            i><div style='clear:right'><b style='display:block;clear:left'></b></div><b style='display:block'>t</b></div>
            """,
            [
                [390, 0, 10, 10], [0, 0, 10, 24], [0, 24, 400, 30], [390, 54, 10, 10], [0, 54, 10, 24], [0, 78, 400, 0],
                [0, 78, 400, 30],
            ]
        ),
        // Vertical writing modes run against each other.
        (
            """
            <div style='writing-mode:vertical-lr;height:100px;padding-left:5px'><i style='display:block;writing-mode:vertica\
            l-rl;padding-right:3px;border-left:2px solid'>elit<b style='display:block;margin-right:4px'>a</b></i></div><div \
            style='writing-mode:sideways-lr;height:100px'><i style='display:block;writing-mode:sideways-rl;padding-top:7px'>\
            ut<b style='display:block;width:20px'></b></i></div><div style='writing-mode:vertical-rl;height:60px;position:re\
            lative'><i style='display:block;writing-mode:vertical-lr;width:70px'><b style='position:absolute;left:4px;top:5p\
            x'>a</b></i></div>
            """,
            [
                [5, 0, 69, 100], [7, 0, 30, 100], [0, 100, 50, 100], [0, 107, 20, 93], [0, 200, 70, 60], [4, 205, 30, 12.27],
            ]
        ),
        // Sideways lines have the baselines of horizontal ones, and boxes of another mode keep their margins and places.
        (
            """
            <div style='writing-mode:sideways-rl'>aa<i style='display:inline-block;width:30px;height:30px'></i></div><div st\
            yle='writing-mode:vertical-rl;text-orientation:sideways'>aa<i style='display:inline-block;width:30px;height:30px\
            '></i></div><div style='writing-mode:vertical-rl'><i style='display:block;writing-mode:sideways-lr'><b style='di\
            splay:block;margin-block:4px'></b></i></div><div style='writing-mode:vertical-rl'><i style='display:block;writin\
            g-mode:horizontal-tb;padding-block:4px'><b style='display:block'></b></i></div>
            """,
            [
                [8, 24.52, 30, 30], [8, 79.03, 30, 30], [0, 109.03, 4, 0], [4, 109.03, 0, 0], [0, 109.03, 0, 8],
                [0, 113.03, 0, 0],
            ]
        ),
        // Lines across others are as long as the room allows.
        (
            """
            <div style='width:150px;writing-mode:sideways-lr'><i style='display:block;writing-mode:horizontal-tb'>eiusmod ei\
            usmod dolore</i></div><div style='display:grid;block-size:100px'><i style='writing-mode:vertical-rl'>incididunt \
            incididunt</i></div><div style='display:grid;block-size:35px'><i style='writing-mode:sideways-rl'>amet et</i></d\
            iv>
            """,
            [
                [0, 0, 150, 90], [0, 90, 400, 100], [0, 190, 400, 51.89],
            ]
        ),
        // The text of a cell over several columns breaks before it widens columns with lengths.
        (
            """
            <table style='border-spacing:0;line-height:20px'><td style='width:20px'><td style='width:30px'><tr><td colspan=2\
            ><i>aaa</i> bbb ccc</table><b>x</b><table style='border-spacing:0;line-height:20px'><td style='width:20px'><td s\
            tyle='width:30%'><tr><td colspan=2><i>aaa bbb ccc</i></table><b>x</b><table style='border-spacing:0'><td style='\
            width:27px'><tr><td colspan=2 style='width:37%'>sed sit</table><b>x</b>
            """,
            [
                [1, 1, 36.78, 24], [0, 67, 11.84, 24], [1, 95, 120.56, 24], [0, 121, 11.84, 24], [0, 185, 11.84, 24],
            ]
        ),
        // Percentages of cells count as Chromium counts them.
        (
            """
            <table><td style='width:70%'>a<td style='width:37%'>b<td style='width:38%'></table><div style='float:left;width:\
            fit-content'><table style='table-layout:fixed;width:50%'><td><i>x</i></table></div><table style='border-spacing:\
            10px'><tr><td colspan=2><td colspan=2>incididunt dolor<tr><td><td colspan=2 style='width:37%'><tr><td><td><i>m</\
            i><td><i>labore amet</i><td><b>sit</b></table>
            """,
            [
                [3, 42, 11.84, 24], [26.11, 155, 19.48, 24], [57.59, 140, 62.84, 54], [177.84, 155, 23.83, 24],
            ]
        ),
        // Borders that collapse are those of the next row beyond the last column with a border.
        (
            """
            <table style='border-collapse:collapse'><td><i>a</i><td><i>b</i><tr><td style='border:6px solid'><i>c</i></table\
            ><b>x</b><table style='border-collapse:collapse'><td><i>a</i><td rowspan=2><i>b</i><tr><td style='border:6px sol\
            id'><i>c</i></table><b>x</b>
            """,
            [
                [4, 4, 12.27, 24], [23, 5.5, 12.7, 24], [7, 42, 11, 24], [0, 79, 11.84, 24], [4, 110, 12.27, 24],
                [26, 130.5, 12.7, 24], [7, 148, 11, 24], [0, 185, 11.84, 24],
            ]
        ),
        // Rows in which cells over several rows start take the height that others need.
        (
            """
            <table style='border-spacing:0'><tr><td><i>a</i><td rowspan=3 style='height:200px'><i>b</i><tr><td rowspan=2><i>\
            c</i><tr><td rowspan=2><i>d</i><tr><td><i>r</i></table>
            """,
            [
                [1, 4, 12.27, 24], [15.27, 89, 12.7, 24], [1, 105, 11, 24], [29.97, 155.5, 12.7, 24], [1, 206, 8.23, 24],
            ]
        ),
        // Tables without text have baselines above the padding of their cells, and those without columns take room from
        // their parents.
        (
            """
            <table><td style='vertical-align:baseline'>dolor<td style='vertical-align:baseline'><table><td style='vertical-a\
            lign:middle'><i style='display:block;height:9px;width:9px'></i></table></table><div style='display:flex'><div><t\
            able style='border-spacing:7px'></table></div><b>x</b></div>
            """,
            [
                [60.95, 16, 9, 9], [14, 36, 11.84, 30],
            ]
        ),
        // A width of `fit-content` may shrink in tracks.
        (
            """
            <div style='display:inline-grid'><i style='width:fit-content;min-width:0'>adipiscing</i><b style='grid-column:1/\
            3'>do</b></div>
            """,
            [
                [0, 0, 101.11, 30], [0, 30, 113.58, 30],
            ]
        ),
        // Floats are placed in the order of the document, also in text from right to left.
        (
            """
            <div style='direction:rtl;width:300px'><i style='float:left;width:50px;height:50px'></i><i style='float:left;wid\
            th:60px;height:60px'></i>text</div><div dir=rtl style='width:300px'>a<b style='float:right'>one</b><b style='flo\
            at:right'>twoo</b>text</div>
            """,
            [
                [0, 0, 50, 50], [50, 0, 60, 60], [262.78, 30, 37.22, 30], [214.11, 30, 48.67, 30],
            ]
        ),
        // Large letters of fonts without an x-height are as high as light hints make them.
        (
            """
            <div style='font-size:40px;line-height:normal'>x<i style='display:inline-block;width:10px;height:10px;vertical-a\
            lign:middle'></i></div><p style='font:40px DejaVu Serif'><i style='display:block;width:1ex;height:1ex'></i></p>
            """,
            [
                [23.67, 21, 10, 10], [0, 46, 20, 20],
            ]
        ),
        // Boxes of another writing mode have no baselines, even if it lays out alike.
        (
            """
            <div style='writing-mode:vertical-rl;height:150px;width:200px'>a<u style='writing-mode:sideways-rl;display:inlin\
            e-block'>xx</u>b <i>c</i></div><div style='writing-mode:sideways-rl;height:150px;width:200px'>a<b style='writing\
            -mode:vertical-rl;display:inline-block'>xx</b>b <i>c</i></div>
            """,
            [
                [173, 55, 24, 11], [170, 162.27, 30, 23.67], [165, 205, 24, 11],
            ]
        ),
        // A row without cells has its baseline at its top, and tables without columns no borders that collapse.
        (
            """
            <div>a <table style='display:inline-table;height:150px;line-height:20px'><tr style='height:30px'><tr><td><i>x</i\
            ></table></div><b>x</b><div><table style='border-collapse:collapse;float:left'><tr style='border:6px solid'><tr>\
            </table><i>x</i></div>
            """,
            [
                [21.62, 99, 11.84, 24], [0, 173, 11.84, 24], [0, 203, 11.84, 24],
            ]
        ),
        // Lines beside floats of their block aren't balanced.
        (
            """
            <div style='width:200px;text-wrap:balance'>aa bb<i style='float:left;width:90px;height:20px'></i>cc ddd e\
            ee ff <b>ggg</b> hh iii jjj</div>
            """,
            [
                [0, 0, 90, 20], [107.86, 33, 38.09, 24],
            ]
        ),
        // Sticky boxes stay inside, also where their margins go through the box around them.
        (
            """
            <div><i style='display:block;position:sticky;margin:9px;top:16px'></i></div><div><i style='display:block;positio\
            n:sticky;margin:9px;top:60px;height:5px'></i></div>
            """,
            [
                [9, 9, 382, 0], [9, 9, 382, 5],
            ]
        ),
        // An atom that is too wide fits with the edges of boxes that end or begin directly behind it.
        (
            """
            <div style='width:100px'>aaaa<u style='margin-right:-20px'><i style='display:inline-block;width:70px'>b</i></u> \
            cc</div><div style='width:100px'>aaaa <i style='display:inline-block;width:70px'>b</i><b style='margin-left:-40p\
            x'>b</b></div><div style='width:200px'>aa <i style='display:inline-block;width:150px'></i><b style='padding-left\
            :20px'>b</b></div><div style='width:200px'>aa <i style='display:inline-block;width:180px'></i><b style='margin-l\
            eft:-20px'>bb</b></div><div style='width:200px'><i style='display:inline-block;width:210px'></i><b style='margin\
            -left:-20px'>h</b></div><div style='width:200px'>aa <nobr><i style='display:inline-block;width:180px'></i><b sty\
            le='display:inline-block;margin-left:-50px'>n</b></nobr></div><div style='width:200px'><b style='margin-right:-2\
            0px'>aa <i style='display:inline-block;width:180px'></i></b><b style='margin-left:-10px'>dd</b></div>
            """,
            [
                [49.03, 0, 70, 30], [55.39, 60, 70, 30], [85.39, 63, 12.7, 24], [30.88, 112, 150, 0],
                [
                    0, 123, 32.7,
                    24,
                ], [0, 202, 180, 0], [160, 183, 25.39, 24], [0, 232, 210, 0], [-20, 243, 12.69, 24], [0, 322, 180, 0],
                [130, 300, 12.69, 30], [0, 333, 210.88, 24], [30.88, 352, 180, 0], [-10, 363, 25.39, 24],
            ]
        ),
        // A box whose content starts with a box out of the flow begins the line with it.
        (
            """
            <div style='width:200px'><a style='border:1px solid;position:relative'><i style='position:absolute;right:0'>q</i\
            ><b style='display:inline-block;width:120px'></b></a><a style='border:1px solid;position:relative'><i style='pos\
            ition:absolute;right:0'>q</i><b style='display:inline-block;width:120px'></b></a></div><div style='width:200px'>\
            <i style='display:inline-block;width:150px'></i><b style='padding-left:4px'><i style='float:left'>q</i>zzzzzz yy\
            y</b></div>
            """,
            [
                [108.3, 0, 12.7, 30], [1, 22, 120, 0], [108.3, 30, 12.7, 30], [1, 52, 120, 0], [0, 82, 150, 0],
                [
                    12.7,
                    93, 108.86, 24,
                ], [0, 90, 12.7, 30],
            ]
        ),
        // Horizontal lines in vertical ones are as long as the page is wide.
        (
            """
            <div style='writing-mode:vertical-rl'><i style='display:block;writing-mode:horizontal-tb;margin:2px'>consectetur\
             adipiscing lorem dolor amet ipsum</i></div><div style='writing-mode:sideways-lr'><i style='float:left;writing-m\
            ode:horizontal-tb;width:50%'>a</i></div>
            """,
            [
                [2, 2, 396, 60], [0, 64, 200, 30],
            ]
        ),
        // A float that waited for the end of a line has its place where the line moves.
        (
            """
            <div style='width:127px'><i style='float:right;height:42px'></i><i style='float:left;clear:right'>sed</i><u styl\
            e='display:inline-block'>adipiscing tempor elit et ipsum labore</u><b style='float:left'></b></div>
            """,
            [
                [127, 0, 0, 42], [0, 42, 35.42, 30], [0, 72, 0, 0],
            ]
        ),
        // Cells over columns in which no cell starts lie in one column for borders that collapse.
        (
            """
            <table style='border-collapse:collapse'><tr><td><i>a</i><td colspan=2><i>b</i><tr><td rowspan=2 style='border:3p\
            x solid'><i>c</i></table><b>x</b><table style='border-collapse:collapse'><td rowspan=2 style='border:2px solid'>\
            <i>a</i><tr><td colspan=2 rowspan=2><i>b</i></table><b>x</b><table style='border-collapse:collapse'><tr><td cols\
            pan=3><i>a</i><tr><td><i>b</i><td style='border:4px solid'><i>c</i></table><b>x</b>
            """,
            [
                [2.5, 4, 12.27, 24], [18.5, 4.75, 12.7, 24], [4, 39, 11, 24], [0, 73, 11.84, 24], [3, 106, 12.27, 24],
                [19.27, 106, 12.7, 24], [0, 139, 11.84, 24], [1, 170, 12.27, 24], [1, 206, 12.7, 24],
                [
                    19.7, 206, 11,
                    24,
                ], [0, 241, 11.84, 24],
            ]
        ),
        // A box that a float fills has neither lines nor boxes of their own contexts where floats below cross it.
        (
            """
            <div style='display:flow-root'><i style='float:right;width:400px;height:40px'></i><div style='padding:4px'><i st\
            yle='float:left;width:1px;height:10px'></i><b style='display:flow-root'></b></div></div><div style='display:flow\
            -root'><i style='float:right;width:400px;height:40px'></i><div style='padding:4px'><b style='display:flow-root'>\
            </b></div></div><div style='display:flow-root'><i style='float:left;width:400px;height:40px'></i><div style='pad\
            ding:4px'><i style='float:right;width:1px;height:3px'></i><b style='display:inline-block'></b></div></div>
            """,
            [
                [0, 0, 400, 40], [4, 40, 1, 10], [5, 40, 391, 0], [0, 50, 400, 40], [4, 54, 0, 0], [0, 90, 400, 40],
                [395, 130, 1, 3], [4, 152, 0, 0],
            ]
        ),
        // The margin of a child with its own context moves the box around it, also if it clears floats.
        (
            """
            <div style='display:flow-root'><i style='float:left;height:24px;width:50px'></i><b style='display:block'><i styl\
            e='margin:3px;clear:left;display:flow-root;height:4px'></i></b></div><div style='display:flow-root'><i style='fl\
            oat:left;height:24px;width:50px'></i><b style='display:block'><i style='margin:-3px;clear:left;display:flow-root\
            '></i></b></div>
            """,
            [
                [0, 0, 50, 24], [0, 3, 400, 25], [3, 24, 394, 4], [0, 31, 50, 24], [0, 28, 400, 27], [-3, 55, 406, 0],
            ]
        ),
        // An empty box with `clear` keeps below the floats that the box around it clears.
        (
            """
            <div style='display:flow-root'><i style='float:left;width:5px;height:5px'></i><b style='display:block;clear:both\
            '><u style='display:block;padding:5px'></u><i style='display:block;clear:right;margin:-3px'></i></b></div>
            """,
            [
                [0, 0, 5, 5], [0, 5, 400, 7], [-3, 12, 406, 0],
            ]
        ),
        // A stretched item whose height gives its width is as high as its content.
        (
            """
            <div style='display:grid;grid-auto-rows:34px;margin-bottom:30px'><i style='width:fit-content;aspect-ratio:2'>eli\
            t consectetur</i></div><div style='display:grid;grid-auto-rows:34px'><i style='width:min-content;aspect-ratio:2;\
            overflow:hidden'>elit consectetur</i></div>
            """,
            [
                [0, 0, 68, 60], [0, 64, 68, 34],
            ]
        ),
        // Columns of a fixed table share its width by their percentages, however much these are together.
        (
            """
            <table style='table-layout:fixed;width:337px'><td style='width:91%'><i style='display:block'>a</i><td style='wid\
            th:92%'><i style='display:block'>b</i></table>
            """,
            [
                [3, 3, 162.61, 30], [169.61, 3, 164.39, 30],
            ]
        ),
        // A proportion gives widths by keywords from heights that are limited or stretched.
        (
            """
            <div style='display:grid;grid-auto-rows:36px;line-height:10px'><i style='aspect-ratio:2;width:max-content'>adipi\
            scing</i></div><i style='display:block;aspect-ratio:2;max-height:11px;width:fit-content'>adipiscing</i><i style=\
            'display:block;aspect-ratio:2;height:11px;width:min-content'>adipiscing</i><div style='position:relative;height:\
            50px'><i style='position:absolute;aspect-ratio:2;inset:7px;width:fit-content'></i></div>
            """,
            [
                [0, 0, 72, 36], [0, 36, 22, 11], [0, 47, 101.11, 11], [7, 65, 72, 36],
            ]
        ),
        // Boxes without content behind an atom that is too wide bring the line back as well, and forced breaks don't.
        (
            """
            <div style='width:200px'>aa <b style='display:inline-block;width:180px'></b><u style='margin-left:-20px'></u><i>\
            bb</i></div><div style='width:200px'>aa <b style='display:inline-block;width:180px'></b><u style='margin-left:-2\
            0px'></u> <i>bb</i></div><div style='width:200px'>aa <b style='display:inline-block;width:180px'></b><u style='m\
            argin-left:-20px'></u><b style='display:inline-block;width:10px'></b></div><div style='width:200px'><b style='di\
            splay:inline-block;width:220px'></b><u style='margin-left:-20px'></u><i>bb</i></div><div style='width:200px'><b \
            style='display:inline-block;width:210px'></b><u style='margin-left:-20px'><b style='display:inline-block;width:3\
            0px'></b><br></u></div>
            """,
            [
                [0, 52, 180, 0], [160, 33, 25.39, 24], [30.88, 82, 180, 0], [0, 93, 25.39, 24], [0, 172, 180, 0],
                [
                    160,
                    172, 10, 0,
                ], [0, 202, 220, 0], [0, 213, 25.39, 24], [0, 262, 210, 0], [-20, 292, 30, 0],
            ]
        ),
        // Lines that follow each other from left to right have their upper sides at the right.
        (
            """
            <div style='writing-mode:vertical-lr;float:left'>xx<i style='vertical-align:super'>a</i><b style='display:inline\
            -block;vertical-align:top;width:10px;height:5px'></b><b style='display:inline-block;vertical-align:text-bottom;w\
            idth:11px;height:4px'></b></div><div style='writing-mode:vertical-lr;float:left;text-orientation:sideways'>x<b s\
            tyle='display:inline-block;width:10px;height:5px'></b><b style='display:inline-block;padding:0 5px 0 2px'>ab<br>\
            cd</b></div><div style='writing-mode:vertical-lr;float:left'>xx<i style='position:relative;padding:5px 10px 0 3p\
            x;border:2px solid'>ab<b style='position:absolute;inset:0'></b></i></div><div style='writing-mode:sideways-lr;fl\
            oat:left'>xx<i style='position:relative;padding:5px 10px 0 3px;border:2px solid'>ab<b style='position:absolute;i\
            nset:0'></b></i></div>
            """,
            [
                [10.66, 23.67, 24, 12.27], [27.66, 35.94, 10, 5], [3, 40.94, 11, 4], [77.66, 11.84, 10, 5],
                [
                    37.66,
                    16.84, 67, 24.95,
                ], [102.66, 23.67, 41, 33.95], [104.66, 25.67, 37, 29.95], [132.66, 0, 41, 33.95],
                [134.66, 2, 37, 29.95],
            ]
        ),
        // The proportion of an item of a column gives no width below that of its content.
        (
            """
            <div style='display:flex;flex-direction:column'><i style='width:fit-content;height:28px;aspect-ratio:2'>consecte\
            tur</i><i style='width:fit-content;height:28px;aspect-ratio:2;min-width:0'>consectetur</i><i style='width:min-co\
            ntent;height:68px;aspect-ratio:2'>consectetur</i></div>
            """,
            [
                [0, 0, 118.52, 28], [0, 28, 56, 28], [0, 56, 136, 68],
            ]
        ),
        // Absolute boxes in blocks, floats and inline blocks inside a relative inline element refer to that element.
        (
            """
            <div style='width:200px'>ab <i style='position:relative'>abc<div style='height:20px'>d<b style='position:absolut\
            e;top:0;right:0'>n</b></div><b style='position:absolute;bottom:0;right:0'>m</b><div style='height:9px'></div>def\
            ghijkl</i></div><div style='width:200px'>ab <i style='position:relative;padding:4px;border:3px solid'>c<b style=\
            'display:inline-block;width:50px'>d<b style='position:absolute;left:0;bottom:0;width:50%'>e</b></b></i></div><di\
            v style='width:200px' dir=rtl>ab <i style='position:relative'>abc<div style='height:20px'>d<b style='position:ab\
            solute;top:0;right:0'>n</b><b style='position:absolute;left:0;bottom:0'>m</b></div>efg</i></div><div style='widt\
            h:100px'>ab <i style='position:relative'>cd efgh ij<b style='position:absolute;right:0;bottom:0'>k</b><b style='\
            float:right'>l<b style='position:absolute;left:0;top:0'>m</b></b></i></div>
            """,
            [
                [0, 3, 200, 83], [72.98, 3, 12.69, 30], [66.19, 56, 19.48, 30], [31.31, 85, 75, 38],
                [
                    49.31, 89, 50,
                    30,
                ], [34.31, 90, 34.5, 30], [0, 122, 200, 74], [187.31, 122, 12.69, 30], [167.95, 166, 19.48, 30],
                [
                    0,
                    202, 62.19, 54,
                ], [50.59, 226, 11.59, 30], [94.44, 229, 5.56, 30], [31.31, 202, 19.48, 30],
            ]
        ),
        // Borders around a relative inline element that a block interrupts move the boxes that refer to it once.
        (
            """
            <div style='border:10px solid;padding:5px;width:200px'>x <i style='position:relative'>ab<div style='height:20px'\
            >c<b style='position:absolute;left:0;top:0'>n</b><b style='position:absolute;right:0;bottom:0'>m</b></div></i></\
            div><div style='border:10px solid;padding:5px;width:200px'><i style='position:relative'><div style='height:20px'\
            >c<b style='position:absolute;left:0;top:0'>n</b><b style='position:absolute;right:0;bottom:0'>m</b></div></i></\
            div>
            """,
            [
                [15, 18, 200, 47], [33.2, 18, 12.69, 30], [195.52, 35, 19.48, 30], [15, 95, 200, 20],
                [
                    15, 95, 12.69,
                    30,
                ], [195.52, 85, 19.48, 30],
            ]
        ),
        // Absolute and fixed boxes refer to a filtered inline element around them.
        (
            """
            <div style='width:200px'>aaaa <i style='filter:blur(1px)'>x<b style='position:absolute;right:0;bottom:0'>n</b><b\
             style='position:fixed;left:0;top:0'>n</b></i></div><div style='width:200px'>aaaa <i style='will-change:transfor\
            m'>x<b style='position:absolute;right:0;bottom:0'>n</b><b style='position:fixed;left:0;top:0'>n</b></i></div><di\
            v style='width:200px'>aaaa <i style='filter:blur(1px)'>x<i style='position:relative'>yy<b style='position:absolu\
            te;right:0;bottom:0'>n</b><b style='position:fixed;left:0;top:0'>n</b></i></i></div><div style='width:200px'>aaa\
            a <i style='position:relative;left:9px;filter:blur(1px)'>x<i style='position:relative;top:7px'>yy<b style='posit\
            ion:absolute;right:0;bottom:0'>n</b><b style='position:fixed;left:0;top:0'>n</b></i></i></div><div style='width:\
            200px'>aaaa <i style='filter:blur(1px)'>x<i style='display:inline-block;transform:scale(1)'>yy<b style='position\
            :absolute;right:0;bottom:0'>n</b><b style='position:fixed;left:0;top:0'>n</b></i></i></div><div style='width:200\
            px'>aaaa <i style='filter:blur(1px);position:relative;left:20px;top:10px'>x<div>yy<b style='position:absolute;ri\
            ght:0;bottom:0'>n</b><b style='position:fixed;left:0;top:0'>n</b></div>zz</i></div><div style='width:200px;writi\
            ng-mode:vertical-rl'>aaaa <i style='filter:blur(1px)'>x<i style='float:right'>yy<b style='position:absolute;righ\
            t:0;bottom:0'>n</b><b style='position:fixed;left:0;top:0'>n</b></i></i></div>
            """,
            [
                [55.39, 3, 11.84, 24], [54.55, -3, 12.69, 30], [55.39, 3, 12.69, 30], [55.39, 33, 11.84, 24],
                [
                    387.31,
                    270, 12.69, 30,
                ], [0, 0, 12.69, 30], [55.39, 63, 35.52, 24], [67.23, 63, 23.67, 24],
                [
                    78.22, 57, 12.69,
                    30,
                ], [55.39, 63, 12.69, 30], [64.39, 93, 35.52, 24], [76.23, 100, 23.67, 24], [87.22, 94, 12.69, 30],
                [64.39, 93, 12.69, 30], [55.39, 123, 35.52, 24], [67.23, 120, 23.67, 30], [78.22, 120, 12.69, 30],
                [67.23, 120, 12.69, 30], [20, 163, 200, 84], [62.7, 217, 12.69, 30], [75.39, 163, 12.69, 30],
                [
                    173,
                    295.39, 24, 11.84,
                ], [170, 307.23, 30, 23.67], [167, 294.55, 30, 12.69], [173, 295.39, 30, 12.69],
            ]
        ),
        // Relative inline elements move all that is inside them. Where opposite sides disagree, the start of the block
        // decides.
        (
            """
            <div><i style='position:relative;left:20px;top:3px'>x<i style='position:relative;left:20px;top:5px'>y<b style='p\
            osition:absolute'>n</b><b style='float:left'>f</b><div><b>b</b></div><b style='float:left'>f</b><div style='posi\
            tion:relative;left:1px'><b>c</b></div></i></i></div><div dir=rtl><i dir=ltr style='position:relative;left:10px;r\
            ight:30px'>x<b style='display:inline-block'>b</b></i></div><div style='float:left;writing-mode:vertical-rl'><i s\
            tyle='position:relative;left:10px;right:30px;top:4px;bottom:7px'>x<b style='display:inline-block'>b</b></i></div\
            ><div style='float:left;writing-mode:vertical-lr' dir=rtl><i style='position:relative;left:10px;right:30px;top:4\
            px;bottom:7px'>x<b style='display:inline-block'>b</b></i></div><div style='float:left;writing-mode:sideways-lr'>\
            <i style='position:relative;left:10px;right:30px;top:4px;bottom:7px'>x<b style='display:inline-block'>b</b></i><\
            /div><div style='float:left;height:90px;writing-mode:vertical-rl'>x<i style='position:relative;left:10px'>abc<di\
            v><b>b</b><b style='position:absolute;right:0;bottom:0'>c</b></div></i></div>
            """,
            [
                [20, 6, 400, 87], [40, 11, 400, 87], [70.73, 8, 12.69, 30], [40, 8, 7.05, 30], [40, 41, 12.7, 24],
                [
                    40,
                    68, 7.05, 30,
                ], [48.05, 71, 11, 24], [345.45, 93, 24.55, 24], [357.3, 90, 12.7, 30],
                [
                    -27, 124, 24,
                    24.55,
                ], [-30, 135.84, 30, 12.7], [43, 113, 24, 24.55], [40, 113, 30, 12.7], [73, 113, 24, 24.55],
                [
                    70,
                    113, 30, 12.7,
                ], [100, 120, 57, 90], [103, 120, 24, 12.7], [127, 199, 30, 11],
            ]
        ),
    ]
}
