import HTML

// What kind of page the main text is, by the alike siblings that hold most of it: posts of a thread, or cards of a list.
extension MainTextFinder {
    /// Alike siblings: the same element with at least half of its classes in common.
    struct Siblings {
        let tag: Tag
        let classes: Set<[UInt8]>
        var members: [Int] = []
        var length = 0
        var unlinked = 0
    }

    /// The minimum numbers of alike siblings, of characters of one, and of characters of a post outside links.
    static let fewest = 3
    private static let shortestSibling = 8
    static let shortestPost = 60
    /// The maximum number of different kinds of siblings.
    private static let maxKinds = 16

    /// Recognises the kind of a main text. Of a thread, the words that its posts repeat are omitted.
    mutating func recognise(_ found: inout Found) {
        guard var part = found.parts.first(where: { $0.contains(found.top) }) else { return }
        isLeftOut = found.isLeftOut
        measureAll()
        // Parts that are siblings are searched together.
        let parent = tree.items[found.top].parent
        if found.parts.count > 1, parent >= 0 { part = parent..<tree.items[parent].end }
        defer {
            if found.kind != .text { leaveOutPictures(of: &found) }
            if !found.kind.isThread { leaveOutComments(of: &found) }
        }
        if data.isProduct {
            found.kind = .product
            return leaveOutCards(of: &found)
        }
        guard let siblings = siblings(in: part), 2 * siblings.length >= tree.length(of: found)
        else { return }
        let members = siblings.members
        if isThread(siblings) {
            found.kind = .thread(posts: members.count)
            found.parts = [part]
            leaveOutRepeated(in: members)
            for member in members { showSignature(of: member) }
            found.isLeftOut = isLeftOut
        } else if isCards(siblings) {
            found.kind = .list(entries: members.count)
        }
    }

    /// Returns the alike siblings in a part that hold most text.
    private func siblings(in part: Range<Int>) -> Siblings? {
        var best: Siblings?
        for parent in part where !isLeftOut[parent] && measures[parent].length > best?.length ?? 0 {
            for kind in kinds(below: parent)
            where kind.members.count >= Self.fewest && kind.length > best?.length ?? 0 { best = kind }
        }
        return best
    }

    func kinds(below parent: Int) -> [Siblings] {
        var kinds: [Siblings] = []
        for child in tree.children(of: parent)
        where !isLeftOut[child] && measures[child].length >= Self.shortestSibling {
            let item = tree.items[child]
            guard item.kind == .block || item.tag == .a, item.tag != .p else { continue }
            let classes = classes(of: item.node)
            var place = kinds.firstIndex {
                $0.tag == item.tag
                    && 2 * $0.classes.intersection(classes).count >= max($0.classes.count, classes.count)
            }
            if place == nil, kinds.count < Self.maxKinds {
                place = kinds.count
                kinds.append(Siblings(tag: item.tag, classes: classes))
            }
            guard let place else { continue }
            kinds[place].members.append(child)
            kinds[place].length += measures[child].length
            kinds[place].unlinked += unlinked(child)
        }
        return kinds
    }

    /// The classes of an element without their digits: those of generated names differ.
    private func classes(of node: NodeID) -> Set<[UInt8]> {
        let names = (document.attribute("class", of: node) ?? []).prefix(ContentHints.longest)
        return Set(names.split(whereSeparator: ASCII.isBlank).map { $0.filter { !ASCII.isDigit($0) } })
    }

    // MARK: Threads

    /// The length from which a heading is a title, not the name of an author.
    private static let shortestTitle = 25
    private static let headings: Set<Tag> = [.h2, .h3, .h4, .h5]

    /// Whether alike siblings are posts: most have an author or a time, text outside links, and no title.
    func isThread(_ siblings: Siblings) -> Bool {
        let members = siblings.members
        guard siblings.unlinked >= Self.shortestPost * members.count else { return false }
        let signed = members.count { signature(of: $0) != nil || isMarkedPost($0) }
        let titled = members.count { member in
            (member..<tree.items[member].end).contains {
                Self.headings.contains(tree.items[$0].tag) && measures[$0].length >= Self.shortestTitle
            }
        }
        return 4 * signed >= 3 * members.count && 2 * titled <= members.count
    }

    /// Whether the page marks an element as a post.
    private func isMarkedPost(_ index: Int) -> Bool {
        guard let type = document.attribute("itemtype", of: tree.items[index].node) else { return false }
        let name = type.split(separator: 0x2F).last ?? []
        return ["discussionforumposting", "question", "answer", "comment"].contains { ASCII.equal(name, $0) }
    }

    /// Returns the first author or time of a post.
    private func signature(of member: Int) -> Int? {
        (member..<tree.items[member].end).first { isSignature($0) }
    }

    private func isSignature(_ index: Int) -> Bool {
        tree.items[index].tag == .time || tree.items[index].hints.contains(.byline)
    }

    /// Shows the author and the time of a post, even if they are in its head.
    private mutating func showSignature(of member: Int) {
        let signs = (member..<tree.items[member].end).filter { index in
            let length = tree.length(of: index..<tree.items[index].end)
            return isSignature(index) && length > 0 && length <= Self.longestLabel && !isUnseen(index)
        }
        for isTime in [false, true] {
            let all = signs.filter { (tree.items[$0].tag == .time) == isTime }
            guard let index = all.first, all.allSatisfy({ isLeftOut[$0] }) else { continue }
            for place in index..<tree.items[index].end { isLeftOut[place] = false }
            var place = tree.items[index].parent
            while place > member, isLeftOut[place] {
                isLeftOut[place] = false
                place = tree.items[place].parent
            }
        }
    }

    /// The maximum length of a text that is a label or a button if many posts repeat it.
    private static let longestLabel = 40

    /// Omits the short texts that half of the posts repeat, except for numbers: labels and buttons around their text.
    private mutating func leaveOutRepeated(in members: [Int]) {
        var counts: [[UInt8]: Int] = [:]
        var texts: [(index: Int, text: [UInt8])] = []
        for member in members {
            let own = (member..<tree.items[member].end).filter(mayBeLabel).map {
                (index: $0, text: label($0))
            }
            for text in Set(own.map(\.text)) { counts[text, default: 0] += 1 }
            texts += own
        }
        for (index, text) in texts where 2 * (counts[text] ?? 0) >= max(2 * Self.fewest, members.count) {
            let parent = tree.items[index].parent
            // The value goes with its label.
            let list = tree.items[parent].tag == .dt ? tree.items[parent].parent : index
            for place in list..<tree.items[list].end { isLeftOut[place] = true }
        }
    }

    private func mayBeLabel(_ index: Int) -> Bool {
        let item = tree.items[index]
        guard !isLeftOut[index], item.length > 0, item.length <= Self.longestLabel else { return false }
        return !isWithinData[index] && !tree.isWithin(index, .time) && !tree.isWithin(index, .pre)
            && !tree.items[item.parent].hints.contains(.byline)
    }

    /// The text of an item in lower case, without blanks, and with every number alike.
    private func label(_ index: Int) -> [UInt8] {
        var text: [UInt8] = []
        document.forEachPiece(of: tree.items[index].node) { piece, _ in
            for byte in piece where !ASCII.isBlank(byte) {
                if !ASCII.isDigit(byte) {
                    text.append(ASCII.lowered(byte))
                } else if text.last != UInt8(ascii: "0") {
                    text.append(UInt8(ascii: "0"))
                }
            }
        }
        return text
    }

    // MARK: Pictures

    /// Omits pictures and links without text: cards and posts have their text beside them.
    private func leaveOutPictures(of found: inout Found) {
        for part in found.parts {
            for index in part where tree.items[index].tag == .img || tree.items[index].tag == .a {
                let end = tree.items[index].end
                guard tree.length(of: index..<end) == 0 else { continue }
                for place in index..<end { found.isLeftOut[place] = true }
            }
        }
    }

    // MARK: Comments

    /// The maximum number of elements that are searched for comments.
    private static let maxComments = 200

    /// Omits and counts the comments on a text: posts in an element that is named for them.
    private mutating func leaveOutComments(of found: inout Found) {
        isLeftOut = tree.items.map { _ in false }
        measureAll()
        var index = 0
        // Elements within elements: each is searched, so that their number is limited.
        var room = Self.maxComments
        while index < tree.items.count {
            let item = tree.items[index]
            guard room > 0, item.hints.contains(.comments), item.tag != .body, !item.isUnseen,
                !(index...(item.end - 1)).contains(found.top),
                let siblings = siblings(in: index..<item.end), isThread(siblings)
            else {
                if item.hints.contains(.comments) { room -= 1 }
                index += 1
                continue
            }
            found.comments += siblings.members.count
            for place in index..<item.end { found.isLeftOut[place] = true }
            index = item.end
        }
    }

    // MARK: Cards

    /// The maximum mean length of a card.
    private static let longestCard = 500

    /// Whether alike siblings are cards: short, each with a link or in one.
    private func isCards(_ siblings: Siblings) -> Bool {
        siblings.length < Self.longestCard * siblings.members.count
            && siblings.members.allSatisfy {
                measures[$0].links > 0 || tree.items[$0].tag == .a || tree.isWithin($0, .a)
            }
    }

    /// Omits the cards beside a product: what else there is.
    private func leaveOutCards(of found: inout Found) {
        for part in found.parts {
            var index = part.lowerBound + 1
            while index < part.upperBound {
                let end = tree.items[index].end
                let isBeside =
                    !isLeftOut[index]
                    && kinds(below: index).contains { kind in
                        kind.members.count >= Self.fewest && isCards(kind)
                            && kind.members.allSatisfy { measures[$0].images > 0 }
                            && 5 * kind.length >= 4 * measures[index].length
                    }
                if isBeside { for place in index..<end { found.isLeftOut[place] = true } }
                index = isBeside ? end : index + 1
            }
        }
    }
}

extension MainText.Kind {
    fileprivate var isThread: Bool { if case .thread = self { true } else { false } }
}
