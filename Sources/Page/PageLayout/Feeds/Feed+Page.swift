// A feed rendered as a page: its title as the heading, and for each entry a linked title, its date and its summary.
extension Feed {
    /// The maximum size of a feed in bytes: it is parsed in one step.
    static let limit = 8 << 20

    /// The page in HTML. All texts are escaped.
    var page: [UInt8] {
        var html: [UInt8] = []
        if !base.isEmpty {
            html += "<base href=\"".utf8
            Escaping.append(base[...], to: &html)
            html += "\">".utf8
        }
        // An Atom entry may be a document of its own, without a feed around it.
        let isEntry = title.isEmpty && entries.count == 1
        Self.add("title", isEntry ? entries[0].name : title, &html)
        if !isEntry { Self.add("h1", title.isEmpty ? Array("Feed".utf8) : title, to: link, &html) }
        for paragraph in summary.split(separator: 0x0A) { Self.add("p", Array(paragraph), &html) }
        if entries.isEmpty { Self.add("p", Array("This feed has no entries.".utf8), &html) }
        for entry in entries {
            Self.add("h2", entry.name, to: entry.link, &html)
            Self.add("p", Self.dateText(entry.date), &html)
            var paragraphs = entry.text.split(separator: 0x0A).map(Array.init)[...]
            if paragraphs.first == entry.name { paragraphs.removeFirst() }
            for paragraph in paragraphs { Self.add("p", paragraph, &html) }
            for file in entry.files { Self.add("p", file, to: file, &html) }
        }
        return html
    }

    private static func add(
        _ element: String, _ text: [UInt8], to address: [UInt8] = [], _ html: inout [UInt8]
    ) {
        guard !text.isEmpty else { return }
        html += "<\(element)>".utf8
        if !address.isEmpty {
            html += "<a href=\"".utf8
            Escaping.append(address[...], to: &html)
            html += "\">".utf8
        }
        Escaping.append(text[...], to: &html)
        if !address.isEmpty { html += "</a>".utf8 }
        html += "</\(element)>\n".utf8
    }
}

extension Feed.Entry {
    /// The name of the entry: its title, otherwise the beginning of its text, otherwise its address.
    var name: [UInt8] { [title, Feed.heading(text), link].first { !$0.isEmpty } ?? Array("Untitled".utf8) }
}

// The dates of feeds, as RSS (RFC 822) and Atom (RFC 3339) write them.
extension Feed {
    /// Returns the date with the year first, such as `2024-01-31 18:05 +02:00`, without a time if there is none. Any
    /// other text is returned unchanged.
    static func dateText(_ date: [UInt8]) -> [UInt8] {
        guard date.count <= 64 else { return date }
        let text = String(decoding: date, as: UTF8.self)
        return Array((iso(text) ?? mail(text) ?? text).utf8)
    }

    /// Parses `2024-01-31T18:05:09.123+02:00`.
    private static func iso(_ text: String) -> String? {
        let parts = text.split(maxSplits: 1) { "Tt ".contains($0) }
        guard let day = parts.first, DateText.isDate(day.utf8) else { return nil }
        guard parts.count == 2 else { return String(day) }
        let clock = parts[1].prefix { !"Zz+- ".contains($0) }
        guard let time = time(clock), let zone = zone(parts[1][clock.endIndex...].drop { $0 == " " }) else {
            return nil
        }
        return "\(day) \(time)\(zone)"
    }

    /// Parses `Wed, 31 Jan 2024 18:05:09 +0200`; the day of the week and the seconds are optional.
    private static func mail(_ text: String) -> String? {
        var words = text.split { $0 == " " || $0 == "," }
        if let first = words.first, first.first.map({ !$0.isNumber }) ?? false { words.removeFirst() }
        guard words.count >= 3, let day = Int(words[0]),
            let month = months.firstIndex(where: { words[1].lowercased().hasPrefix($0) }),
            var year = Int(words[2])
        else { return nil }
        if words[2].count == 2 { year += year < 70 ? 2000 : 1900 }
        let date = "\(digits(year, 4))-\(digits(month + 1, 2))-\(digits(day, 2))"
        guard DateText.isDate(date[...].utf8) else { return nil }
        guard words.count > 3 else { return date }
        guard let time = time(words[3]), let zone = zone(words.count > 4 ? words[4] : "") else { return nil }
        return "\(date) \(time)\(zone)"
    }

    /// Returns hours and minutes; nil if the text is not a time of day.
    private static func time(_ text: Substring) -> String? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let hour = Int(parts[0]), (0...23).contains(hour),
            let minute = Int(parts[1]), (0...59).contains(minute)
        else { return nil }
        return "\(digits(hour, 2)):\(digits(minute, 2))"
    }

    /// Returns the zone with a leading blank; empty if there is none, nil if the text is not a zone.
    private static func zone(_ text: Substring) -> String? {
        if text.isEmpty { return "" }
        if ["Z", "GMT", "UT", "UTC", "+0000", "+00:00", "-0000", "-00:00"].contains(text.uppercased()) {
            return " UTC"
        }
        guard let sign = text.first, sign == "+" || sign == "-" else {
            return text.count <= 5 && text.allSatisfy { $0.isASCII && $0.isLetter } ? " \(text)" : nil
        }
        let numbers = text.dropFirst().filter { $0 != ":" }
        guard numbers.count == 4, numbers.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return " \(sign)\(numbers.prefix(2)):\(numbers.suffix(2))"
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
}
