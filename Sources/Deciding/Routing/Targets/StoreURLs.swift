import ByteText
import Links
import WebAddress

/// The page of an app in the App Store: `https://apps.apple.com/app/id…`. It supports no minimum version and no
/// referrer.
enum AppStoreURL {
    /// Appends the URL, with the campaign parameters of the link: `pt` is used only together with `ct`.
    static func append(id: TextRange, campaign: DynamicLinkParameters, to arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        arena.append("https://apps.apple.com/app/id")
        arena.append(copyOf: id)
        let names: InlineArray<4, LinkParameter> = [.pt, .ct, .mt, .at]
        var separator = UInt8(ascii: "?")
        for index in names.indices {
            guard let value = campaign.nonEmpty(names[index]) else { continue }
            arena.append(separator)
            arena.append(names[index].name)
            arena.append(UInt8(ascii: "="))
            PercentCoding.encodeComponent(value, in: &arena)
            separator = UInt8(ascii: "&")
        }
        return arena.piece(from: mark)
    }
}

/// The page of an app in the Amazon Appstore, by its package: `https://www.amazon.com/gp/mas/dl/android?p=…`, which
/// Fire devices open in the store (Amazon, "Deep Link to the Amazon Appstore Client").
enum AmazonStoreURL {
    static func append(package: String, to arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        arena.append("https://www.amazon.com/gp/mas/dl/android?p=")
        arena.append(package)
        return arena.piece(from: mark)
    }
}

/// The page of an app in Huawei AppGallery: by its ID in the store, `https://appgallery.huawei.com/app/C…`, and for
/// HarmonyOS by its bundle name, `https://appgallery.huawei.com/app/detail?id=…`.
enum AppGalleryURL {
    static func append(id: String, to arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        arena.append("https://appgallery.huawei.com/app/")
        arena.append(id)
        return arena.piece(from: mark)
    }

    static func append(bundle: [UInt8], to arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        arena.append("https://appgallery.huawei.com/app/detail?id=")
        arena.append(bundle.span)
        return arena.piece(from: mark)
    }
}
