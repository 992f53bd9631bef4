import ByteText
import Links
import Markup

/// A link as messengers and social networks show it: title, description and picture.
struct LinkCard {
    private let target: LinkTarget

    init(_ target: LinkTarget) { self.target = target }

    /// Writes the card, unless the link has neither title, description nor picture.
    func write(to values: inout PageValues) {
        let (title, text) = (target.value(of: .st), target.value(of: .sd))
        let picture = target.value(of: .si)
        values.set("has_card", title != nil || text != nil || picture != nil)
        values["card_title"] = title
        values["card_text"] = text
        values["card_host"] = AddressParts(target.address).host
        // The page's policy allows no other pictures.
        values["card_picture"] = picture.flatMap { $0.hasPrefix("https://") ? $0 : nil }
    }

    /// The template of the card. The host of the picture does not learn the address of the console.
    static let template = """
        {{#has_card}}<h3>In messengers and social networks</h3>
        <div class="unfurled">{{#card_picture}}<img src="{{card_picture}}" alt="The picture of the preview" referrerpolicy="no-referrer">{{/card_picture}}
        <p>{{#card_title}}<strong>{{card_title}}</strong><br>{{/card_title}}{{#card_text}}{{card_text}}<br>{{/card_text}}<span class="soft">{{card_host}}</span></p></div>{{/has_card}}
        """
}
