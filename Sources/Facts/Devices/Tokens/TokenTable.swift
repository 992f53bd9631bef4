/// The built-in token table. To extend the classifier, add a row to the group of its origin, which is a document or a
/// class of devices. Each row contains an agent as evidence, which a test verifies.
enum TokenTable {
    /// All groups, by list.
    static let groups: [[TokenGroup]] = [
        platforms, otherSystems, [rareSystems, distributions, rareDevices], televisionSystems, featurePhones,
        [phoneMakers], formFactors, [laptops], televisions, tablets, tabletSeries, phones, [huaweiPhones, vivoPhones],
        browsers, browserNames, apps, [appPackages], webViews, [networks], previews, searchBots, seoBots, aiBots,
        assistants, monitors, scanners, libraries, otherBots, botNames, botWords, robotTasks, documentedWords,
        [compatibleVersions, tradeWords], listeners, playersOfOneSystem, [playerNames],
    ]

    /// The tokens of each group. Not concatenated, because that would copy each row several times at every program start.
    static let lists: [[DeviceToken]] = groups.flatMap { $0.map(\.tokens) }

    static let all = lists.flatMap(\.self)
}

extension DeviceToken {
    /// Creates a row for an Android model. The evidence is the agent of a browser on it.
    static func model(
        _ text: String, _ place: Place, _ sign: Sign, _ model: String, mobile: Bool = true
    ) -> DeviceToken {
        DeviceToken(
            text, place, .sign(sign),
            example: "Mozilla/5.0 (Linux; Android 9; \(model)) AppleWebKit/537.36 (KHTML, like Gecko) "
                + "Chrome/126.0.0.0 \(mobile ? "Mobile " : "")Safari/537.36")
    }
}
