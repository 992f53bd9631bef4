import ByteText
import Markup

/// The part of a page that copies a token when a person taps the App Store link: a sentence that explains it, and the
/// script.
///
/// Nothing is copied before the tap, nor by a tap synthesized by a script. The script does not change the link, which
/// works without scripts. The token is in an attribute, not in the script's text, which is therefore constant and can
/// be allowed by its hash.
enum TokenCopy {
    static let script = """
        {const s=document.currentScript;document.addEventListener("click",e=>{\
        const a=e.target.closest("a");\
        if(!e.isTrusted||!a||!a.href.startsWith("https://apps.apple.com/"))return;\
        const t=s.dataset.token;\
        if(navigator.clipboard)return navigator.clipboard.writeText(t).catch(()=>{});\
        document.addEventListener("copy",c=>{c.clipboardData.setData("text/plain",t);c.preventDefault()},{once:true});\
        document.execCommand("copy")})}
        """

    /// Appends the sentence and the script with the token, as HTML.
    ///
    /// - Parameter token: Consists of letters, digits, `-`, `_` and `.`.
    static func append(_ sentence: String, _ token: TextRange, to arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        arena.append("<p class=\"soft\">")
        arena.append(HTMLText().escapeText(sentence))
        arena.append("</p><script data-token=\"")
        arena.append(copyOf: token)
        arena.append("\">")
        arena.append(script)
        arena.append("</script>")
        return arena.piece(from: mark)
    }
}
