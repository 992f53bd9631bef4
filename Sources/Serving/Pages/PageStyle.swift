import OpenSSL

/// The style sheet of all pages. It is inline, so that a page is one response.
enum PageStyle {
    /// How a policy refers to the style sheet (W3C CSP 3, section 2.3.1): by its SHA-256 in Base64.
    static let hash: String = {
        let digits = Base64URL.encode(Digest.sha256(Array(text.utf8).span).span)
        let base64 = String(decoding: digits, as: UTF8.self).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        // The last of 11 groups has two of the 32 bytes.
        return "sha256-\(String(base64))="
    }()

    static let text = """
        :root{color-scheme:light dark;--paper:#f5f6f8;--card:#fff;--ink:#1c1e21;--soft:#5a6068;--line:#d9dce1;\
        --accent:#0b57d0;--on-accent:#fff;--note:#eef3fc}
        @media (prefers-color-scheme:dark){:root{--paper:#121316;--card:#1d1f23;--ink:#e8eaed;--soft:#a4abb5;\
        --line:#3a3e45;--accent:#8ab4f8;--on-accent:#10223f;--note:#232b3a}}
        *{box-sizing:border-box}
        html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
        body{margin:0;min-height:100vh;min-height:100svh;display:flex;align-items:center;justify-content:center;\
        padding:1rem;background:var(--paper);color:var(--ink);font:1.0625rem/1.5 system-ui,sans-serif}
        main{width:100%;max-width:30rem;padding:1.75rem 1.5rem;background:var(--card);border:1px solid var(--line);\
        border-radius:1rem}
        main.wide{max-width:46rem}
        h1{margin:0 0 .75rem;font-size:1.5rem;line-height:1.25}
        h2{margin:2rem 0 .5rem;font-size:1.125rem}
        h1,h2,p,td,dd{overflow-wrap:anywhere}
        [dir=auto]{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:5;overflow:hidden}
        p{margin:0 0 1rem}
        main>:last-child{margin-bottom:0}
        .soft{color:var(--soft);font-size:.9375rem}
        a{color:var(--accent)}
        a:focus-visible,input:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
        .button,.other{display:flex;align-items:center;justify-content:center;min-height:3rem;padding:.625rem 1rem;\
        border:1px solid var(--accent);border-radius:.75rem;font-weight:600;text-align:center;text-decoration:none;\
        overflow-wrap:anywhere}
        .button{margin:1.5rem 0 .75rem;background:var(--accent);color:var(--on-accent)}
        .other{margin:0 0 .75rem}
        .touch{display:none}
        @media (any-pointer:coarse){.touch{display:block}.no-touch{display:none}}
        .note{margin-top:1.5rem;padding:1rem;border-radius:.75rem;background:var(--note)}
        .note>:last-child{margin-bottom:0}
        label{display:block;margin-bottom:.25rem;font-size:.9375rem}
        input{width:100%;min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.5rem;\
        background:var(--card);color:var(--ink);font:inherit;text-overflow:ellipsis}
        img{display:block;max-width:100%;height:auto;margin-bottom:1rem;border-radius:.5rem}
        table{width:100%;border-collapse:collapse;font-size:.9375rem}
        th,td{padding:.5rem .5rem .5rem 0;border-top:1px solid var(--line);text-align:left;vertical-align:top}
        thead th{border-top:0;color:var(--soft);font-weight:600;white-space:nowrap}
        th:last-child,td:last-child{padding-right:0}
        tr.passed{color:var(--soft)}
        tr.taken td:first-child,tr.taken td+td{font-weight:600}
        dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:1rem 0 0;font-size:.9375rem}
        dt{color:var(--soft)}
        dd{margin:0}
        """
}
