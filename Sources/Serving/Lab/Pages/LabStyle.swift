import ByteText
import OpenSSL

/// The style sheet of the pages on the phone, their script, and the policy that allows these by hash.
enum LabStyle {
    static let text = """
        :root{color-scheme:light dark;--paper:#f5f6f8;--card:#fff;--ink:#1c1e21;--soft:#565c64;--line:#d3d7dd;--accent:#0b57d0;\
        --on-accent:#fff;--note:#eaf1fd;--good:#146c2e;--bad:#b3261e}
        @media (prefers-color-scheme:dark){:root{--paper:#121316;--card:#1d1f23;--ink:#e8eaed;--soft:#a9b0ba;--line:#3a3e45;\
        --accent:#8ab4f8;--on-accent:#10223f;--note:#232b3a;--good:#7bd88f;--bad:#f2857d}}
        *{box-sizing:border-box}
        html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
        body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.5 system-ui,sans-serif}
        main{max-width:34rem;margin:0 auto;padding:1rem}
        h1{margin:.25rem 0 1rem;font-size:1.375rem;line-height:1.25}
        h2{margin:1.75rem 0 .25rem;font-size:1.125rem}
        a{color:var(--accent)}
        fieldset{margin:0;padding:0;border:0}legend{margin-bottom:.5rem;font-weight:600}
        .link{overflow-wrap:anywhere;font:.875rem/1.45 ui-monospace,monospace}
        .soft{color:var(--soft);font-size:.9375rem}.good{color:var(--good)}.bad{color:var(--bad)}
        .note{padding:.75rem 1rem;border-inline-start:4px solid var(--accent);background:var(--note);overflow-wrap:anywhere}
        ol{margin:0 0 1rem;padding:0;list-style:none;border-bottom:1px solid var(--line)}
        .tap{display:flex;justify-content:space-between;gap:1rem;padding:.75rem 0;border-top:1px solid var(--line);\
        color:var(--ink);text-decoration:none}
        .tap span:last-child{text-align:end}.tap .soft{white-space:nowrap}
        button,.button{display:block;width:100%;min-height:3rem;margin:0 0 .625rem;padding:.625rem 1rem;border:1px solid \
        var(--accent);border-radius:.625rem;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;\
        text-align:center;text-decoration:none}
        button.quiet,.button.quiet{background:none;color:var(--accent);border-color:var(--line)}
        button[aria-pressed=true]{border-color:var(--accent);background:var(--note)}
        input{width:100%;min-height:3rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.625rem;\
        background:var(--card);color:inherit}
        :focus-visible{outline:3px solid var(--accent);outline-offset:2px}
        .unseen{position:absolute;inset-inline-start:-200vw}
        """

    /// Follows the link without a gesture. The address of the page loses its query first, so that going back does not follow the
    /// link again.
    static let script = """
        setTimeout(function(){history.replaceState(null,'',location.pathname);\
        location.href=document.getElementById('link').href},3000)
        """

    /// The `Content-Security-Policy` of all pages (W3C CSP Level 3).
    static let policy =
        "default-src 'none'; style-src '\(hash(of: text))'; script-src '\(hash(of: script))'; img-src 'self'; "
        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

    /// The hash source expression for an inline text (section 2.3.1): its SHA-256 in Base64.
    private static func hash(of text: String) -> String {
        let digits = Base64URL.encode(Digest.sha256(Array(text.utf8).span).span)
        let base64 = String(decoding: digits, as: UTF8.self).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        return "sha256-\(String(base64))="
    }
}
