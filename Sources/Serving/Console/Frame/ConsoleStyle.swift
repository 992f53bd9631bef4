/// The style sheet of the console, inlined so that the first response renders without another request.
enum ConsoleStyle {
    static let text = """
        :root{color-scheme:light dark;--paper:#f5f6f8;--card:#fff;--ink:#1c1e21;--soft:#565c64;--line:#d3d7dd;\
        --field:#80868f;--accent:#0b57d0;--on-accent:#fff;--note:#eaf1fd;--good:#146c2e;--warn:#8a4b00;--bad:#b3261e;\
        --mono:ui-monospace,"SF Mono","Cascadia Mono","DejaVu Sans Mono",monospace}
        @media (prefers-color-scheme:dark){:root{--paper:#121316;--card:#1d1f23;--ink:#e8eaed;--soft:#a9b0ba;\
        --line:#3a3e45;--field:#7d848e;--accent:#8ab4f8;--on-accent:#10223f;--note:#232b3a;--good:#7bd88f;--warn:#f2b866;\
        --bad:#f2857d}}
        *{box-sizing:border-box}
        html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
        body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
        header{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1.5rem;padding:.5rem 1.25rem;\
        background:var(--card);border-bottom:1px solid var(--line)}
        header ul{display:flex;flex-wrap:wrap;margin:0;padding:0;list-style:none}
        header a{display:inline-block;padding:.625rem .75rem;color:var(--ink);text-decoration:none}
        header nav a:hover{text-decoration:underline}
        header nav a[aria-current]{font-weight:600;box-shadow:inset 0 -3px var(--accent)}
        .home{padding-inline:0;font-weight:700}
        .visitor{display:flex;align-items:center;gap:.75rem;margin-inline-start:auto}
        main{max-width:72rem;margin:0 auto;padding:1.25rem;outline:none}
        footer{max-width:72rem;margin:0 auto;padding:0 1.25rem 1rem}
        .narrow{max-width:30rem;margin:8vh auto 0}
        .skip,.unseen{position:absolute;inset-inline-start:-200vw}
        .skip:focus{inset:.5rem auto auto .5rem;z-index:1;padding:.5rem 1rem;background:var(--card);color:var(--accent)}
        h1{margin:.25rem 0 1rem;font-size:1.5rem;line-height:1.25}
        h2{margin:0 0 .75rem;font-size:1.1875rem}
        h3{margin:1rem 0 .5rem;font-size:1rem}
        p{margin:0 0 1rem}
        a{color:var(--accent)}
        code,pre,.mono{font-family:var(--mono);font-size:.875rem}
        main{overflow-wrap:anywhere}
        th{overflow-wrap:normal}
        tbody th{overflow-wrap:anywhere;min-width:6rem}
        .soft{color:var(--soft);font-size:.9375rem}
        .good{color:var(--good)}.warn{color:var(--warn)}.bad{color:var(--bad)}
        .card{margin:0 0 1.25rem;padding:1.25rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
        .card>:last-child{margin-bottom:0}
        .fault,.note{padding:.75rem 1rem;border-inline-start:4px solid var(--bad);background:var(--card)}
        .note{border-color:var(--accent);background:var(--note)}
        :focus-visible{outline:3px solid var(--accent);outline-offset:2px}
        label,legend{display:block;margin-bottom:.25rem;font-weight:600;font-size:.9375rem}
        input,select,textarea,button{font:inherit;color:inherit}
        input,select,textarea{width:100%;min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--field);\
        border-radius:.5rem;background:var(--card)}
        input.mono,textarea{font:.875rem/1.45 var(--mono)}
        textarea{min-height:6rem;resize:vertical}
        textarea+.row{margin-top:.75rem}
        input[type=checkbox]{width:1.25rem;min-height:1.25rem;vertical-align:-.25rem}
        button,.button{display:inline-block;min-height:2.75rem;padding:.5rem 1.25rem;border:1px solid var(--accent);border-radius:.5rem;\
        background:var(--accent);color:var(--on-accent);font-weight:600;text-decoration:none;cursor:pointer}
        button.quiet{background:none;color:var(--accent);border-color:var(--line);padding-inline:.875rem}
        .fields{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,16rem),1fr));gap:1rem;margin-bottom:1rem}
        .fields>.all{grid-column:1/-1}
        .fields p{margin-bottom:0}
        ::placeholder{color:var(--soft);opacity:1}
        .row{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem;margin:0 0 1rem}
        .grows{flex:1 1 12rem;width:auto;min-width:0}
        details{margin-bottom:1rem}
        summary{padding:.375rem 0;cursor:pointer}
        pre{margin:0 0 1rem;padding:.75rem 1rem;overflow:auto;background:var(--paper);border:1px solid var(--line);\
        border-radius:.5rem;line-height:1.45}
        .scroll{overflow-x:auto;margin-bottom:1rem}
        table{width:100%;border-collapse:collapse;font-size:.9375rem}
        th,td{padding:.4375rem .75rem .4375rem 0;border-top:1px solid var(--line);text-align:start;vertical-align:top}
        thead th{border-top:0;color:var(--soft);font-weight:600}
        .number{text-align:end;white-space:nowrap;font-variant-numeric:tabular-nums}
        dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.375rem 1.25rem;margin:0 0 1rem}
        dt{color:var(--soft)}
        dd{margin:0}
        ol.steps{margin:0 0 1rem;padding-inline-start:1.5rem}
        ol.steps>li{margin-bottom:.5rem}
        ol.rules{margin:0;padding:0;list-style:none}
        ol.rules details{margin:0;border-top:1px solid var(--line)}
        ol.rules details>:not(summary){margin-inline-start:1.25rem}
        details.run{margin:0;border-top:1px solid var(--line)}
        input+p.soft,select+p.soft,textarea+p.soft{margin-top:.375rem}
        .badge{display:inline-block;min-width:5.5rem;margin-inline-end:.5rem;padding:0 .5rem;border:1px solid currentColor;\
        border-radius:1rem;font-size:.8125rem;text-align:center;color:var(--soft)}
        .badge.good{color:var(--good)}.badge.warn{color:var(--warn)}.badge.bad{color:var(--bad)}
        .chart{display:block;width:100%;height:9rem}.chart.low{height:4rem}
        .ground{fill:none;stroke:var(--line)}
        rect.android{fill:#3d8b5a}rect.ios{fill:#4a7fd6}rect.desktop{fill:#b5803a}rect.other{fill:#8a8f98}
        .ends{justify-content:space-between}
        .legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;padding:0;list-style:none}
        .legend svg{width:.75rem;height:.75rem;margin-inline-end:.375rem}
        .bars th{font-weight:400;padding-bottom:.125rem}.bars svg{display:block;width:100%;height:.25rem;margin-top:.25rem}
        .spark{display:block;width:3.75rem;height:1rem;margin-inline-start:auto}.spark path{fill:none;stroke:var(--accent);stroke-width:1.5}
        button.small{min-height:1.75rem;margin-inline-start:.5rem;padding:.125rem .5rem;font-size:.8125rem}
        .tag{display:inline-block;padding:0 .5rem;border-radius:1rem;background:var(--note);font-weight:400;font-size:.875rem;text-decoration:none}.tag:hover{text-decoration:underline}
        thead th[aria-sort] a{color:var(--ink);text-decoration:none}[aria-sort=ascending] a::after{content:" ↑"}[aria-sort=descending] a::after{content:" ↓"}
        .answer{font-size:1.125rem}
        .folded summary h2{display:inline;margin:0}.folded[open]>summary{margin-bottom:.75rem}
        .badge.small{min-width:0}.links .badge{white-space:nowrap;overflow-wrap:normal}
        .qr{display:block;margin-bottom:1rem;background:#fff}
        .when{white-space:nowrap}
        td.mono{min-width:12rem}
        .links th:first-child{min-width:11rem}.links td:nth-child(2){min-width:13rem}
        .rule-list th:first-child{min-width:15rem}.rule-list td:last-child{min-width:15rem}
        th .soft{font-weight:400}
        .unscripted{margin-bottom:1rem}
        [aria-invalid=true]{border:2px solid var(--bad)}
        .group{margin:0;padding:.375rem 0;border-top:1px solid var(--line)}.group summary{font-weight:600}.group[open]{padding-bottom:1rem}
        .group .fields{margin:.5rem 0 0}form.card>.group+.row{margin-top:1rem}
        .zone{font-weight:400;color:var(--soft)}
        .columns{display:flex;flex-wrap:wrap;gap:0 2rem}.columns>:first-child{flex:1 1 22rem;min-width:0}
        .unfurled{max-width:28rem;margin-bottom:1rem;border:1px solid var(--line);border-radius:.75rem;overflow:hidden}
        .unfurled img{display:block;width:100%;max-height:15rem;object-fit:cover;background:var(--paper)}.unfurled p{margin:0;padding:.75rem 1rem}
        .large{font-size:1.75rem;margin-bottom:.25rem}
        .tiles{columns:22rem;column-gap:1.25rem;margin-bottom:1.25rem}.tiles>*{break-inside:avoid}.tiles>:last-child{margin-bottom:0}
        button.bad{background:var(--bad);border-color:var(--bad);color:var(--on-accent)}button.quiet.bad{background:none;border-color:var(--line);color:var(--bad)}
        input[type=file]{padding:.5625rem .75rem}
        @media (scripting:none){.unscripted{display:none}}
        [aria-busy=true]{opacity:.55}
        @media (max-width:36rem){main{padding:1rem .75rem}.card{padding:1rem .875rem}\
        dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.625rem}.visitor{margin-inline-start:0}\
        .links thead{display:none}.links tr,.links th,.links td{display:block}.links th,.links td{padding:.125rem 0;border:0}\
        .links tr{padding:.5rem 0;border-top:1px solid var(--line)}.links .number{text-align:start}.links .number::before{content:"Clicks: "}\
        .spark{display:inline-block;margin-inline-start:.5rem}.links .when::before{content:"Created "}}
        """
}
