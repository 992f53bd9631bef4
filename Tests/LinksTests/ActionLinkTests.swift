import ByteText
import Testing

@testable import Links

@Suite("Action links")
struct ActionLinkTests {
    static let start = "https://example-app.firebaseapp.com/__/auth/action?"

    @Test(arguments: [
        ("mode=signIn&oobCode=C&apiKey=K", "signIn C K - - - complete"),
        ("apiKey=K&oobCode=C&mode=resetPassword", "resetPassword C K - - - complete"),
        (
            "mode=verifyEmail&oobCode=C&apiKey=K&continueUrl=https%3A%2F%2Fa.example%2F%3Fx%253D1&lang=hi&tenantId=t",
            "verifyEmail C K https://a.example/?x%3D1 hi t complete"
        ),
        ("mode=verifyAndChangeEmail&oobCode=C&apiKey=K", "verifyAndChangeEmail C K - - - complete"),
        ("mode=recoverEmail&oobCode=C&apiKey=K", "recoverEmail C K - - - complete"),
        ("mode=revertSecondFactorAddition&oobCode=C&apiKey=K", "revertSecondFactorAddition C K - - - complete"),
        ("mode=signin&oobCode=C&apiKey=K", "- C K - - -"), ("mode=SIGNIN&oobCode=C&apiKey=K", "- C K - - -"),
        ("mode=signIn&oobCode=&apiKey=K", "signIn  K - - -"), ("mode=signIn&oobCode=C", "signIn C - - - -"),
        ("mode=signIn&oobCode&apiKey=K", "signIn  K - - -"),
        ("oobCode=C&apiKey=K", "- C K - - -"), ("", "- - - - - -"),
        ("oobCode=a%2Bb%3D&mode=signIn&apiKey=K", "signIn a+b= K - - - complete"),
        ("oobCode=a+b=c&mode=signIn&apiKey=K", "signIn a+b=c K - - - complete"), ("OOBCODE=C", "- - - - - -"),
        ("mode=signIn&oobCode=C&apiKey=K&oobCode=D", "malformed-url"), ("mode=signIn&mode=signIn", "malformed-url"),
        ("continueUrl=a&continueUrl=b", "malformed-url"),
        ("lang=hi&lang=hi", "malformed-url"), ("tenantId&tenantId", "malformed-url"),
    ])
    func parts(query: String, expected: String) {
        #expect(Reading.action(Self.start + query) == expected)
    }

    @Test("the six modes, letter by letter")
    func modes() {
        #expect(ActionMode.allCases.count == 6)
        for mode in ActionMode.allCases {
            let name = mode.name.description
            #expect(ActionMode.named(Array(name.utf8).span) == mode)
            #expect(ActionMode.named(Array(name.lowercased().utf8).span) == nil)
        }
    }
}
