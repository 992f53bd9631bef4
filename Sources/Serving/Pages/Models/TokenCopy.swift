import ByteText
import Markup

/// What a page has that copies a token when a person taps the link to the App Store: the sentence that says so, and the script.
///
/// Nothing is copied before the tap, nor by a tap that a script makes. The script leaves the link alone, which works where scripts
/// don't; the token is beside the script, whose text is always the same, so that a policy can name it by its hash.
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
    /// - Parameter token: Of letters, digits, `-`, `_` and `.`.
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
