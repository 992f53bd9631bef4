/// Links on the example site and user agents for the tests of several modules.
public enum SampleClicks {
    public static let android =
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36"
    public static let iPhone =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
    public static let desktop =
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
    public static let unfurler = "facebookexternalhit/1.1"

    public static let dynamicLink =
        "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fp%3Fa%3D1&apn=com.example.android&amv=12"
        + "&ibi=com.example.ios&isi=1234567&ofl=https%3A%2F%2Fwww.example.com%2Fofl&utm_source=news"
    public static let mailLink =
        "https://example.page.link/?link=https://example-app.firebaseapp.com/__/auth/action?mode%3DverifyEmail%26oobCode"
        + "%3DABC123%26apiKey%3DKEY%26continueUrl%3Dhttps%253A%252F%252Fwww.example.com%252Fdone&apn=com.example.android"
        + "&amv=12&ibi=com.example.ios"
    public static let shortLink = "https://example.page.link/WXYZ"

    /// Targets of every form on `example.page.link`, including refused ones and one with secrets.
    public static let targets = [
        "/WXYZ", "/WXYZ?utm_source=a%20b", "/NONE", "/",
        "/?link=https%3A%2F%2Fwww.example.com%2Fa&apn=com.example.android",
        "/?link=https%3A%2F%2Fwww.example.com%2F&apn=com.example.android&amv=20&ibi=com.example.ios&efr=1",
        "/?link=javascript%3Aalert(1)", "/?link=https%3A%2F%2Fevil.example%2F",
        "/?link=https%3A%2F%2Fexample-app.firebaseapp.com%2F__%2Fauth%2Faction%3FapiKey%3DAIzaSecret%26mode%3DsignIn%26"
            + "oobCode%3DtopSecret%26continueUrl%3Dhttps%253A%252F%252Fwww.example.com%252F%253Femail%253Dme%252Bx%2540"
            + "example.com&apn=com.example.android&amv=12",
    ]
    /// Agents of phones, desktops, in-app browsers and programs, and one that is not ASCII.
    public static let agents = [
        Agents.android, Agents.iPhone, Agents.iPad, Agents.windows, Agents.facebook, Agents.weChat, Agents.slackbot,
        Agents.curl, "a\"b\\c \u{e9}",
    ]
}
