/// The rules that browsers have for elements of HTML: the HTML standard, section "Rendering", as Chromium draws it.
enum AgentSheet {
    static let text = """
        html, body, address, blockquote, center, dialog, div, dl, dt, dd, fieldset, figure, figcaption, footer, form, header,
        hr, legend, listing, main, ol, p, plaintext, pre, search, section, ul, article, aside, details, h1, h2, h3, h4, h5, h6,
        hgroup, nav, menu, dir, summary, xmp, optgroup, option { display: block }
        area, base, basefont, datalist, head, link, meta, noembed, noframes, param, rp, script, style, template, title,
        noscript, dialog:not([open]), [hidden]:not([hidden=until-found i], svg),
        [popover]:not(:popover-open, dialog[open]) { display: none }
        [hidden=until-found i]:not(svg) { content-visibility: hidden }
        :root { color: light-dark(black, white) }
        body { margin: 8px }
        a:-webkit-any-link, a:any-link, area:any-link { color: light-dark(#0000ee, #9e9eff); text-decoration: underline;
            cursor: pointer }
        address, cite, dfn, em, i, var { font-style: italic }
        b, strong { font-weight: bolder }
        code, kbd, samp, tt, listing, plaintext, pre, xmp { font-family: monospace }
        big { font-size: larger }
        small { font-size: smaller }
        sub { vertical-align: sub; font-size: smaller }
        sup { vertical-align: super; font-size: smaller }
        ins, u { text-decoration: underline }
        del, s, strike { text-decoration: line-through }
        mark { background-color: yellow; color: black }
        abbr[title], acronym[title] { text-decoration: underline dotted }
        q { display: inline }
        q::before { content: open-quote }
        q::after { content: close-quote }
        rt { font-size: 50%; line-height: normal; text-indent: 0; text-align: start }
        nobr { white-space: nowrap }
        bdi, output { unicode-bidi: isolate }
        bdo { unicode-bidi: bidi-override }
        :where(input[type=tel i]) { direction: ltr }
        [dir=rtl i] { direction: rtl; unicode-bidi: isolate }
        [dir=ltr i] { direction: ltr; unicode-bidi: isolate }
        bdo[dir] { unicode-bidi: bidi-override }
        address, article, aside, blockquote, center, dd, dir, div, dl, dt, figure, footer, form, h1, h2, h3, h4, h5, h6, header,
        hgroup, hr, legend, li, main, menu, nav, ol, optgroup, option, p, pre, search, section, table, ul
        { unicode-bidi: isolate }
        center { text-align: -webkit-center }
        blockquote, figure { margin-block: 1em; margin-inline: 40px }
        p, dl, pre, listing, plaintext, xmp { margin-block: 1em }
        dd { margin-inline-start: 40px }
        ol, ul, menu, dir { display: block; list-style-type: disc; margin-block: 1em;
            padding-inline-start: 40px }
        ol { list-style-type: decimal }
        :is(ul, ol, dir, menu, dl) :is(ul, ol, dir, menu, dl) { margin-block: 0 }
        :is(ul, ol, dir, menu) :is(ul, dir, menu) { list-style-type: circle }
        :is(ul, ol, dir, menu) :is(ul, ol, dir, menu) :is(ul, dir, menu) { list-style-type: square }
        li { display: list-item; text-align: match-parent }
        details > summary:first-of-type { display: list-item; counter-increment: list-item 0;
            list-style: disclosure-closed inside }
        details[open] > summary:first-of-type { list-style-type: disclosure-open }
        h1 { font-size: 2em; font-weight: bold; margin-block: 0.67em }
        h2 { font-size: 1.5em; font-weight: bold; margin-block: 0.83em }
        h3 { font-size: 1.17em; font-weight: bold; margin-block: 1em }
        h4 { font-weight: bold; margin-block: 1.33em }
        h5 { font-size: 0.83em; font-weight: bold; margin-block: 1.67em }
        h6 { font-size: 0.67em; font-weight: bold; margin-block: 2.33em }
        pre, listing, plaintext, xmp { white-space: pre }
        dialog { position: absolute; inset-inline: 0; width: fit-content; height: fit-content; margin: auto; border: solid;
            padding: 1em; background-color: canvas; color: canvastext }
        [popover] { position: fixed; inset: 0; width: fit-content; height: fit-content; margin: auto; border: solid;
            padding: 0.25em; overflow: auto; background-color: canvas; color: canvastext }
        hr { color: gray; border-color: #eee; border-style: inset; border-width: 1px; margin: 0.5em auto; overflow: hidden }
        table { display: table; box-sizing: border-box; border-spacing: 2px; border-collapse: separate; text-indent: 0 }
        caption { display: table-caption; text-align: center }
        colgroup { display: table-column-group }
        col { display: table-column }
        thead { display: table-header-group; vertical-align: middle; border-color: inherit }
        tbody { display: table-row-group; vertical-align: middle; border-color: inherit }
        tfoot { display: table-footer-group; vertical-align: middle; border-color: inherit }
        tr { display: table-row; vertical-align: inherit; border-color: inherit }
        td, th { display: table-cell; padding: 1px; vertical-align: inherit }
        th { font-weight: bold; text-align: -internal-center }
        fieldset { min-width: min-content; margin-left: 2px; margin-right: 2px; border: 2px groove #efefef;
            padding: 0.35em 0.75em 0.625em }
        legend { padding-left: 2px; padding-right: 2px }
        img, svg, picture > img { display: inline-block }
        picture, source, track { display: inline }
        source, track, embed:not([src]):not([type]) { display: none }
        svg { overflow: hidden }
        input, select, button, textarea { display: inline-block; text-indent: 0; text-transform: none; letter-spacing: normal;
            word-spacing: normal; line-height: normal; font: 13.3333px Arial, sans-serif; color: light-dark(black, white);
            text-align: start;
            text-shadow: none }
        button, select, input[type=submit i], input[type=reset i], input[type=button i], input[type=search i],
        input[type=checkbox i], input[type=radio i], input[type=color i] { box-sizing: border-box }
        button, input[type=submit i], input[type=reset i], input[type=button i] { text-align: center; padding: 1px 6px;
            border: 2px outset black; background-color: light-dark(#efefef, #6b6b6b) }
        input { padding: 1px 2px; border: 2px inset #767676; background-color: light-dark(white, #3b3b3b); white-space: pre;
            overflow: clip; overflow-clip-margin: content-box }
        input[type=submit i], input[type=reset i], input[type=button i] { width: auto; padding: 1px 6px;
            border: 2px outset black; background-color: light-dark(#efefef, #6b6b6b); overflow: visible }
        input[type=hidden i] { display: none }
        input[type=checkbox i], input[type=radio i] { margin: 3px 3px 3px 4px; padding: 0; border: none;
            background-color: transparent }
        input[type=radio i] { margin: 3px 3px 0 5px }
        input[type=range i] { margin: 2px; padding: 0; border: none; background-color: transparent; overflow: visible }
        input::-webkit-slider-runnable-track { display: block; box-sizing: border-box; flex: 1; min-width: 0;
            align-self: center }
        input::-webkit-slider-thumb { display: block; box-sizing: border-box; position: relative }
        input[type=color i] { inline-size: 50px; block-size: 27px; border: 1px solid #767676;
            background-color: light-dark(#efefef, #6b6b6b) }
        input[type=file i], input[type=image i] { padding: 0; border: none; background-color: transparent }
        input::file-selector-button { display: inline-block; box-sizing: border-box; text-align: center; padding: 1px 6px;
            margin-inline-end: 4px; border: 2px outset black; background-color: light-dark(#efefef, #6b6b6b);
            color: light-dark(black, white); white-space: nowrap }
        input:is([type=date i], [type=time i], [type=datetime-local i], [type=month i], [type=week i]) {
            padding: 0; padding-inline-start: 1px; align-items: center; font-family: monospace }
        input::-webkit-datetime-edit { display: block; flex-grow: 1; padding: 1px 0; white-space: pre }
        input::-webkit-calendar-picker-indicator { display: block; box-sizing: content-box; flex-shrink: 0; width: 1em;
            height: 1em; padding: 2px }
        input[type=time i]::-webkit-calendar-picker-indicator { width: 1.05em; height: 1.05em; padding: 3px;
            margin-inline-start: 8px }
        textarea { padding: 2px; border: 1px solid #767676; background-color: light-dark(white, #3b3b3b);
            font-family: monospace; white-space: pre-wrap; overflow: auto; resize: both }
        select { border: 1px solid #767676; background-color: light-dark(#efefef, #3b3b3b); border-radius: 0;
            white-space: pre; overflow: clip; overflow-clip-margin: content-box }
        select:is([multiple], [size]:not([size='1'])) { background-color: light-dark(white, #3b3b3b) }
        option { font-weight: normal; padding: 0 2px 1px; white-space: nowrap; min-height: 1.2em }
        option[selected] { background-color: light-dark(#cecece, #545454); color: light-dark(#101010, white) }
        optgroup { font-weight: bolder; white-space: nowrap }
        optgroup::before { content: attr(label); display: block; padding: 0 2px 1px; min-height: 1.2em }
        optgroup > option::before { content: "\\a0\\a0\\a0\\a0" }
        input::placeholder, textarea::placeholder { color: #757575 }
        input:disabled, textarea:disabled { color: light-dark(#545454, #aaa);
            background-color: light-dark(rgba(239, 239, 239, 0.3), #3b3b3b); border-color: rgba(118, 118, 118, 0.3) }
        button:disabled, input:disabled:is([type=submit i], [type=reset i], [type=button i], [type=color i]),
        input:disabled::file-selector-button {
            color: light-dark(rgba(16, 16, 16, 0.3), rgba(255, 255, 255, 0.3));
            background-color: light-dark(rgba(239, 239, 239, 0.3), #363636); border-color: rgba(118, 118, 118, 0.3) }
        input:disabled:is([type=file i], [type=image i], [type=range i], [type=checkbox i], [type=radio i]) {
            background-color: transparent }
        select:disabled { color: light-dark(#808080, #949494); border-color: rgba(118, 118, 118, 0.3); opacity: 0.7 }
        iframe { border: 2px inset #eee; width: 300px; height: 150px; display: inline-block }
        canvas { display: inline-block }
        video, embed { display: inline-block; width: 300px; height: 150px }
        audio { display: inline-block; width: 300px; height: 54px }
        audio:not([controls]) { display: none }
        progress, meter { display: inline-block; box-sizing: border-box; inline-size: 10em; block-size: 1em;
            vertical-align: -0.2em }
        meter { inline-size: 5em }
        progress::-webkit-progress-bar { display: block; box-sizing: border-box; width: 100%; height: 100%;
            background-color: gray }
        progress::-webkit-progress-value { display: block; box-sizing: border-box; height: 100%; background-color: green }
        meter::-webkit-meter-bar { display: block; box-sizing: border-box; width: 100%; height: 50%; overflow: hidden;
            border: 1px solid light-dark(#cbcbcb, #858585); border-radius: 20px;
            background-color: light-dark(#efefef, #3b3b3b) }
        meter::-webkit-meter-optimum-value { display: block; height: 100%; background-color: light-dark(#107c10, #74b374) }
        meter::-webkit-meter-suboptimum-value { display: block; height: 100%; background-color: light-dark(#ffb900, #f2c812) }
        meter::-webkit-meter-even-less-good-value { display: block; height: 100%;
            background-color: light-dark(#d83b01, #e98972) }
        marquee { display: inline-block; width: stretch; overflow: hidden; text-align: start }
        :is(table, thead, tbody, tfoot, tr) > form { display: none }
        """

    /// The rules for documents in quirks mode: the Quirks Mode standard, as Chromium draws it.
    static let quirks = """
        table { white-space: normal; line-height: normal; font-weight: normal; font-size: medium; font-variant: normal;
            font-style: normal; text-align: start }
        img[align=left i] { margin-right: 3px }
        img[align=right i] { margin-left: 3px }
        form { margin-block-end: 1em }
        """
}
