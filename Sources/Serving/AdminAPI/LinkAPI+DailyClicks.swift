package import Access
import ByteText
import HTTP
import LinkSource
import LinkStore

/// The clicks of many links at once.
extension LinkAPI {
    /// The clicks of some links on the last days, including today, summed over all nodes: an array of objects in the order
    /// of the links, with the days that have clicks. For lists of the console, with the permissions of `clickCounts`.
    package func dailyClicks(of places: [String], days: UInt32, _ call: Call) throws(APIError) -> APIAnswer? {
        let keys = try places.map { place throws(APIError) -> LinkKey in
            let key = try key(place)
            try requireSite(of: String(key.domain), call.caller)
            return key
        }
        // No link has the ID 0.
        let ids = try look { store throws(StoreError) in try store.links(keys).map { $0?.id ?? 0 } }
        let today = UInt32(clamping: now / 86_400)
        let range = today - min(days - 1, today)...today
        guard source != nil else {
            query(call) { store throws(APIError) in
                do throws(StoreError) { return Self.answer(try store.counts(of: ids, days: range)) } catch {
                    throw APIError(error)
                }
            }
            return nil
        }
        ClickSums(store: store, source: source).counts(of: ids, days: range) { [answer, ticket = call.ticket] counts in
            guard let counts else {
                return answer(
                    ticket, .failure(APIError(.serviceUnavailable, "the source of the links is not responding")))
            }
            answer(ticket, .success(Self.answer(counts)))
        }
        return nil
    }

    private static func answer(_ counts: [[LinkCount]]) -> APIAnswer {
        APIAnswer { json in
            json.beginArray()
            for counts in counts {
                var clicks: [UInt32: UInt64] = [:]
                for count in counts where count.event == .click && count.period == .day {
                    clicks[count.day, default: 0] &+= count.count
                }
                json.beginObject()
                for (day, count) in clicks.sorted(by: { $0.key < $1.key }) {
                    json.name(String(Timestamp.text(Int64(day) * 86_400).prefix(10)))
                    json.int(Int(clamping: count))
                }
                json.endObject()
            }
            json.endArray()
        }
    }
}
