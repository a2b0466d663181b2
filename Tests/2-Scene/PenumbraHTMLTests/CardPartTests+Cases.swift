/// Boxes that lie where Chromium puts them.
extension CardPartTests {
    private static let picture =
        "data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%2224%22 height=%2240%22/%3E"

    static let cases: [(String, [[Double]])] = [
        ("<img style='float:left;width:60px;height:40px'>text<br clear=all><b>after</b>", [[0, 43, 55.19, 24]]),
        (
            "<div><img style='float:left;width:60px;height:80px'>text<br style='clear:both'></div><b>x</b>",
            [[0, 83, 12.91, 24]]
        ),
        (
            "<div><img style='float:left;width:60px;height:80px'>text<br style='clear:right'></div><b>x</b>",
            [[60, 33, 12.91, 24]]
        ),
        (
            "<span><img style='float:right;width:60px;height:80px'>text<br clear=right><b>inside</b></span>",
            [[0, 83, 67.73, 24]]
        ),
        ("<svg hidden width=10 height=10></svg><b>x</b><p hidden>no</p>", [[10, 3, 12.91, 24]]),
        ("<div style='width:200px'><marquee>text</marquee><b>x</b></div>", [[0, 41, 12.91, 24]]),
        (
            """
            <div style='font:20px/24px DejaVu Sans'><b style='font-weight:400;text-emphasis:circle'>a</b><br><i style='fon\
            t-style:normal'>b</i></div>
            """,
            [[0, 7, 12.27, 24], [0, 31, 12.7, 24]]
        ),
        (
            """
            <div style='font:20px/40px DejaVu Sans'><b style='font-weight:400;text-emphasis:circle;text-emphasis-position:\
            under right'>a</b><br><i style='font-style:normal'>b</i></div>
            """,
            [[0, 8, 12.27, 24], [0, 48, 12.7, 24]]
        ),
        (
            """
            <div style='font:20px/24px DejaVu Sans'><b style='font-weight:400;text-emphasis:circle;text-emphasis-position:\
            under right'>a</b><br><i style='font-style:normal'>b</i></div>
            """,
            [[0, 0, 12.27, 24], [0, 31, 12.7, 24]]
        ),
        (
            """
            <div style='font:20px/24px DejaVu Sans'>a<br><b style='font-weight:400;text-emphasis:circle'>a</b><br><i style\
            ='font-style:normal'>b</i></div>
            """,
            [[0, 31, 12.27, 24], [0, 55, 12.7, 24]]
        ),
        ("<div style='display:flex;flex-direction:column'>one<br>two<b>b</b></div>", [[0, 60, 400, 30]]),
        (
            "<div style='display:grid;justify-items:center'>one<br>two"
                + "<i style='display:block;width:10px;height:5px'></i></div>",
            [[195, 60, 10, 5]]
        ),
        (
            """
            <style>b{display:block;width:10px;height:5px}div{container-type:inline-size}@container (min-width:150px)\
            {b{width:30px}}</style><div style='width:200px'><b></b></div><div style='width:100px'><b></b></div><b></b>
            """,
            [[0, 0, 30, 5], [0, 5, 10, 5], [0, 10, 10, 5]]
        ),
        (
            """
            <style>b{display:block;height:5px;width:10cqw}</style><div style='container-type:inline-size;width:200px'><b></b>\
            <b style='height:10cqh'></b></div><b></b>
            """,
            [[0, 0, 20, 5], [0, 5, 20, 30], [0, 35, 40, 5]]
        ),
        (
            """
            <style>b{display:block;height:5px;width:10px}@container style(--t:dark){b{width:70px}}\
            @container not style(--t:dark){b{height:9px}}</style><div style='--t: dark'><b></b></div><b></b>
            """,
            [[0, 0, 70, 5], [0, 5, 10, 9]]
        ),
        (
            """
            <style>b{display:block;height:5px;width:10px}@container card (orientation:landscape){b{width:60px}}</style>\
            <div style='container-type:size;container-name:card;width:100px;height:40px'><b></b></div>\
            <div style='container:card/inline-size'><b></b></div>
            """,
            [[0, 0, 60, 5], [0, 40, 10, 5]]
        ),
        (
            """
            <div style='display:flex'><b style='container-type:inline-size'>text</b>\
            <i style='display:block;width:10px;height:5px'></i></div>
            """,
            [[0, 0, 0, 30], [0, 0, 10, 5]]
        ),
        (
            """
            <style>@property --p{syntax:'<length>';inherits:false;initial-value:0}b{display:block;height:5px;\
            --w:calc(20px + var(--p));width:var(--w)}</style><b></b>
            """,
            [[0, 0, 20, 5]]
        ),
        ("<style>b{display:block;--x:10px;padding:var(--x)var(--x);width:0}</style><b></b>", [[0, 0, 20, 20]]),
        ("<input style='width:100px;height:40px;padding:0;border:2px solid'><b>x</b>", [[104, 7.5, 12.906, 24]]),
        (
            "<i style='display:inline-block'><input type=submit style='border:0;padding:0;font:inherit'></i><b>y</b>",
            [[0, 0, 70.953, 30], [70.953, 3, 13.047, 24]]
        ),
        (
            "<style>b::before{content:url('\(picture)')}b{line-height:60px}</style><b style='display:inline-block'>a</b>",
            [[0, 0, 37.5, 63]]
        ),
        ("<ul style='margin:0;list-style-image:url(\"\(picture)\")'><li><b>x</b></ul>", [[40, 21, 12.906, 24]]),
        ("<body style='overflow:hidden'><b style='display:block;margin-top:20px;height:5px'></b>", [[0, 20, 400, 5]]),
    ]
}
