/// The built-in table of tokens. To teach the classifier something, add a row to the group it belongs to: the document or the
/// class of devices that it comes from. Each row brings an agent as evidence, and a test holds every row to its evidence.
enum TokenTable {
    /// All groups, by the lists that they stand in.
    static let groups: [[TokenGroup]] = [
        platforms, otherSystems, [rareSystems, distributions, rareDevices], televisionSystems, featurePhones,
        [phoneMakers], formFactors, [laptops], televisions, tablets, tabletSeries, phones, [huaweiPhones, vivoPhones],
        browsers, browserNames, apps, [appPackages], webViews, [networks], previews, searchBots, seoBots, aiBots,
        assistants, monitors, scanners, libraries, otherBots, botNames, botWords, robotTasks, documentedWords,
        [compatibleVersions, tradeWords], listeners, playersOfOneSystem, [playerNames],
    ]

    /// The tokens of each group. Not put together: that would copy each row several times, at every start of the program.
    static let lists: [[DeviceToken]] = groups.flatMap { $0.map(\.tokens) }

    static let all = lists.flatMap(\.self)
}

extension DeviceToken {
    /// A row about a model of Android device; the evidence is a browser on it.
    static func model(
        _ text: String, _ place: Place, _ sign: Sign, _ model: String, mobile: Bool = true
    ) -> DeviceToken {
        DeviceToken(
            text, place, .sign(sign),
            example: "Mozilla/5.0 (Linux; Android 9; \(model)) AppleWebKit/537.36 (KHTML, like Gecko) "
                + "Chrome/126.0.0.0 \(mobile ? "Mobile " : "")Safari/537.36")
    }
}
