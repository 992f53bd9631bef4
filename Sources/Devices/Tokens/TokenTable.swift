/// The built-in table of tokens. To teach the classifier something, add a row to the list it belongs to; each row brings
/// an agent as evidence, and a test holds every row to its evidence.
enum TokenTable {
    static let all: [DeviceToken] =
        platforms + otherSystems + formFactors + browsers + apps + webViews + previews + searchBots + seoBots + aiBots
        + monitors + scanners + libraries + otherBots + botWords
}
