enum ReportStyle {
    /// The colours of series and stages are distinguishable for colour-blind readers. Both palettes have the same order of
    /// lightness.
    static let css = """
        :root { color-scheme: light dark; --page: #f3f4f7; --card: #fff; --ink: #1c2433; --soft: #5b6577; --line: #e3e6ec; --grid: #e9ecf1;
          --good: #0b7a4b; --goodback: #e3f5ec; --bad: #b3261e; --badback: #fde8e6; --shade: 0 1px 2px #1c243314, 0 8px 28px #1c24330d;
          --c0: #2f5bd7; --c1: #d2601a; --c2: #0f8a6f; --c3: #a23cb4; --c4: #8a6a00; --c5: #5b6577;
          --decode: #8fa3c7; --text: #c3a6d8; --plan: #e0b13a; --upload: #4fb3c9; --kernels: #2f5bd7; --readback: #1f9d7f; --rest: #c9ced8; --encode: #d2601a; }
        @media (prefers-color-scheme: dark) { :root { --page: #10141b; --card: #1a202a; --ink: #e8ecf3; --soft: #9aa5b8; --line: #2b3442; --grid: #29313e;
          --good: #63d8a2; --goodback: #12332a; --bad: #ff8d84; --badback: #3d1d1b; --shade: 0 1px 2px #0006;
          --c0: #7ea2ff; --c1: #ff9a5c; --c2: #4fd1b1; --c3: #d98ae6; --c4: #e3c04d; --c5: #9aa5b8;
          --decode: #6f84ab; --text: #9b7fb3; --plan: #d1a12d; --upload: #3d9db3; --kernels: #6a8ff0; --readback: #35b08f; --rest: #4b5565; --encode: #e07b3c; } }
        * { box-sizing: border-box; }
        body { margin: 0 auto; max-width: 80rem; padding: 2.2rem 1.25rem 4rem; background: var(--page); color: var(--ink);
          font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
        h1 { margin: 0; font-size: clamp(1.9rem, 5vw, 2.7rem); letter-spacing: -.025em; line-height: 1.1; }
        h2 { margin: 2.6rem 0 .2rem; font-size: 1.35rem; letter-spacing: -.01em; } h3 { margin: 0 0 .6rem; font-size: 1.02rem; }
        p { margin: .2rem 0 .9rem; color: var(--soft); max-width: 62rem; } header p { margin: .4rem 0 0; }
        .card { background: var(--card); border-radius: 14px; box-shadow: var(--shade); padding: 1.1rem 1.25rem; }
        .verdict { margin: 1.4rem 0; padding: .9rem 1.15rem; border-radius: 12px; font-weight: 600; background: var(--goodback); color: var(--good); }
        .verdict.bad { background: var(--badback); color: var(--bad); }
        .figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: 1rem; }
        .figures b { display: block; font-size: 1.75rem; letter-spacing: -.02em; line-height: 1.2; font-variant-numeric: tabular-nums; }
        .figures span { color: var(--soft); font-size: .9rem; }
        .plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 1rem; }
        .plots .card { padding: .8rem .7rem .6rem; } .wide { grid-template-columns: repeat(auto-fit, minmax(min(28rem, 100%), 1fr)); }
        svg { display: block; width: 100%; height: auto; } svg text { fill: var(--soft); font-size: 11px; }
        svg .name { fill: var(--ink); font-size: 14px; font-weight: 600; } svg .tick { font-variant-numeric: tabular-nums; }
        .grid { stroke: var(--grid); fill: none; } .line { fill: none; stroke-width: 2.2; stroke-linejoin: round; }
        .whisker { stroke-width: 5; stroke-linecap: round; opacity: .28; } .level { stroke-width: 1.4; stroke-dasharray: 5 4; } .legend .dash::before { height: 0; border-top: 2px dashed var(--k); background: none; border-radius: 0; width: 1.4em; vertical-align: .25em; }
        .c0 { stroke: var(--c0); } .c1 { stroke: var(--c1); } .c2 { stroke: var(--c2); } .c3 { stroke: var(--c3); } .c4 { stroke: var(--c4); } .c5 { stroke: var(--c5); }
        .f0 { fill: var(--c0); } .f1 { fill: var(--c1); } .f2 { fill: var(--c2); } .f3 { fill: var(--c3); } .f4 { fill: var(--c4); } .f5 { fill: var(--c5); }
        .legend { display: flex; flex-wrap: wrap; gap: .35rem 1.2rem; margin: .3rem 0 .9rem; font-size: .9rem; color: var(--soft); }
        .legend span::before { content: ""; display: inline-block; width: .8em; height: .8em; border-radius: 3px; margin-right: .45em; vertical-align: -.05em; background: var(--k); }
        .stages { display: grid; gap: .5rem; } .stage { display: grid; grid-template-columns: 11rem 1fr 5.5rem; gap: .8rem; align-items: center; font-size: .9rem; }
        .stage .what { color: var(--soft); } .stage .what b { color: var(--ink); font-weight: 600; } .stage .sum { text-align: right; font-variant-numeric: tabular-nums; }
        .bar { display: flex; height: 1.25rem; border-radius: 5px; overflow: hidden; background: var(--line); } .bar i { display: block; min-width: 1px; background: var(--k); }
        .scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .86rem; font-variant-numeric: tabular-nums; }
        th, td { padding: .38rem .6rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); } th { color: var(--soft); font-weight: 500; }
        th:nth-child(-n+3), td:nth-child(-n+3) { text-align: left; } tr:last-child td { border-bottom: 0; } td.good { color: var(--good); } td.bad { color: var(--bad); font-weight: 600; }
        .pictures { display: grid; gap: 1rem; } .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(19rem, 100%), 1fr)); gap: .9rem; }
        figure { margin: 0; } figure img { display: block; width: 100%; height: auto; border-radius: 8px; } figcaption { font-size: .86rem; color: var(--soft); margin-top: .3rem; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.2rem; margin: 0; } dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
        ul { margin: .3rem 0 0; padding-left: 1.2rem; color: var(--soft); } code { font-size: .92em; }
        @media (max-width: 40rem) { body { padding: 1.4rem .9rem 3rem; } .stage { grid-template-columns: 1fr 5rem; } .stage .what { grid-column: 1 / -1; margin-bottom: -.35rem; } dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .6rem; } }
        """
}
