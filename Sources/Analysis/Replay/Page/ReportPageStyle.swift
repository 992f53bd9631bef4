/// The style sheet of the report page, for light and dark mode and for print.
enum ReportPageStyle {
    static let text = """
        :root{color-scheme:light dark;--paper:#f5f6f8;--card:#fff;--ink:#1c1e21;--soft:#5a6068;--line:#d9dce1;\
        --note:#fdf3dc;--d0:#2563c9;--d1:#0e8a78;--d2:#d08a00;--d3:#7d6bc4;--d4:#c2342b;--c:#5b7fb5}
        @media (prefers-color-scheme:dark){:root{--paper:#121316;--card:#1d1f23;--ink:#e8eaed;--soft:#a4abb5;\
        --line:#3a3e45;--note:#3a3220;--d0:#6ea8fe;--d1:#3ccdb6;--d2:#f0b64a;--d3:#b3a4ef;--d4:#ff8178;--c:#8fb0e0}}
        *{box-sizing:border-box}
        html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
        body{margin:0;padding:1.5rem 1rem 3rem;background:var(--paper);color:var(--ink);\
        font:1rem/1.5 system-ui,sans-serif}
        main,header,footer{max-width:64rem;margin:0 auto}
        h1{margin:0;font-size:1.75rem;line-height:1.25}
        h2{margin:0 0 .25rem;font-size:1.2rem}
        h3{margin:1.25rem 0 .25rem;font-size:1rem}
        p{margin:.25rem 0 .75rem;overflow-wrap:anywhere}
        .note p{margin:0}
        .soft{color:var(--soft);font-size:.9rem}
        code,pre,.name{font-family:ui-monospace,monospace;font-size:.85rem;overflow-wrap:anywhere}
        pre{margin:.25rem 0 1rem;padding:.75rem;overflow-x:auto;white-space:pre-wrap;background:var(--paper);\
        border:1px solid var(--line);border-radius:.5rem}
        section{margin:1rem 0;padding:1.25rem 1.5rem;background:var(--card);border:1px solid var(--line);\
        border-radius:.75rem}
        .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:1rem;margin:1.25rem 0 0;padding:0}
        .tiles>div{padding:1rem 1.25rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
        .tiles dt{color:var(--soft);font-size:.9rem}
        .tiles dd{margin:0;font-size:1.75rem;font-weight:650;line-height:1.3;font-variant-numeric:tabular-nums}
        .tiles dd small{display:block;font-size:.85rem;font-weight:400;color:var(--soft)}
        .note{background:var(--note)}
        .legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:.25rem 0 .75rem;padding:0;list-style:none;font-size:.9rem}
        .legend svg{width:.8rem;height:.8rem;margin-right:.4rem;vertical-align:-.05rem;border-radius:.15rem}
        .d0{fill:var(--d0)}.d1{fill:var(--d1)}.d2{fill:var(--d2)}.d3{fill:var(--d3)}.d4{fill:var(--d4)}.c{fill:var(--c)}
        .scroll{overflow-x:auto}
        .time{display:block;width:100%;min-width:34rem;height:auto}
        .grid{stroke:var(--line)}
        .tick{fill:var(--soft);font-size:11px}
        table{width:100%;border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
        th,td{padding:.3rem .75rem .3rem 0;border-top:1px solid var(--line);text-align:left;vertical-align:top}
        thead th{border-top:0;color:var(--soft);font-weight:600}
        th:last-child,td:last-child{padding-right:0}
        .n{text-align:right;white-space:nowrap}
        td.b{width:38%;min-width:5rem;padding-top:.55rem}
        @media (max-width:34rem){td.b,th.b{display:none}section{padding:1rem}}
        td.name{width:32%;min-width:8rem}
        .bar{display:block;width:100%;height:.85rem}
        tbody th{font-weight:600}
        td.same{color:var(--soft)}
        td.hot{font-weight:700}
        summary{cursor:pointer;color:var(--soft);font-size:.9rem}
        :focus-visible{outline:3px solid var(--d0);outline-offset:2px}
        ul.names{columns:18rem;margin:.5rem 0 0;padding-left:1.2rem}
        .pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(18rem,1fr));gap:0 1rem}
        .pair>*{min-width:0}
        @media print{:root{--paper:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--d0:#2563c9;--d1:#0e8a78;\
        --d2:#d08a00;--d3:#7d6bc4;--d4:#c2342b;--c:#5b7fb5}
        body{padding:0;font-size:10pt}section{break-inside:avoid;border:0;padding:.5rem 0}
        .tiles{grid-template-columns:repeat(5,1fr);gap:.5rem}.tiles>div{padding:.5rem}
        rect{print-color-adjust:exact;-webkit-print-color-adjust:exact}.scroll{overflow:visible}}
        """
}
