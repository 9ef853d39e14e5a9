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
            Self.add("p", FeedDate.text(entry.date), &html)
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
    var name: [UInt8] {
        [title, FeedText.heading(text), link].first { !$0.isEmpty } ?? Array("Untitled".utf8)
    }
}
