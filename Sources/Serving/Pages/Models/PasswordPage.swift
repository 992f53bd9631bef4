import PageDesign

/// The page that asks for the password of a short link. Its form submits the field `password` to the page's own address.
public struct PasswordPage: Sendable {
    /// The reason for the page.
    public enum State: Sendable, Equatable {
        /// No password has been entered.
        case asked
        /// The entered password is wrong.
        case wrong
        /// There were too many passwords; the delay before another one, in seconds.
        case tooMany(delay: Int)
    }

    /// The reason for the page.
    public var state: State

    /// Creates the page for a reason.
    public init(_ state: State) { self.state = state }
}

extension PasswordPage: FlatPage {
    static var kind: PageKind { .password }
    static var slots: [PageSlot] { [.optional("notice")] }

    func fill(_ texts: inout PageTexts) {
        switch state {
        case .asked: texts.add(.none)
        case .wrong: texts.add(.word(.passwordWrong))
        case .tooMany: texts.add(.word(.passwordTooMany))
        }
    }

    static let title = "{{say.password_title}}"

    static let body = """
        <main>
        {{{brand}}}
        <h1>{{say.password_title}}</h1>
        <p>{{say.password_text}}</p>
        {{#notice}}<p class="note" role="alert">{{notice}}</p>{{/notice}}
        <form method="post">
        <label for="password">{{say.password_label}}</label>
        <input id="password" name="password" type="password" maxlength="200" autocomplete="off" required autofocus>
        <button class="button">{{say.continue}}</button>
        </form>
        {{{contact}}}
        </main>
        """
}
