import PageLayout

// Pictures as characters: those near the screen are requested once the page has been painted, and shown when they
// arrive.
extension Model {
    /// The maximum number of pictures requested on one page at a time.
    static let pictureLimit = 64
    /// The maximum width of a picture in columns.
    private static let widestPicture = 100

    /// The images near the screen that may be loaded: the address as written in the page, and the order for it.
    private var picturesNear: [(address: String, order: PictureOrder)] {
        guard let document, document.isPage, !document.isArriving else { return [] }
        let height = pageHeight(plan)
        let lines = max(0, document.reader.top - height)..<(document.reader.top + 2 * height)
        let room = Picture.Size(
            columns: min(Self.widestPicture, pageWidth(pageArea(plan))), rows: max(4, height * 2 / 3))
        let addresses = document.layout.imageAddresses(onLines: lines).prefix(Self.pictureLimit)
        return addresses.compactMap { address in
            let isPage = document.isPicture
            guard
                let url = isPage
                    ? document.url : document.resolve(address, domainToASCII: setup.domainToASCII),
                isPage || url.isHTTP && (url.scheme == "https" || document.url.scheme != "https")
            else { return nil }
            let place: PictureOrder.Place =
                isPage ? .here(document.bytes) : .away(reach: reach, mode: account.shelf.mode)
            return (address, PictureOrder(url: url, page: document.url, size: room, place: place))
        }
    }

    /// Lays the page out with the loaded pictures, and requests others near the screen once it has been painted. Does
    /// nothing while pictures are off.
    mutating func drawPictures() -> [Effect] {
        guard chosen.showsPictures, let document,
            !isBusy || account.tabs.front.showsVisit && visit?.painted != nil
        else {
            return []
        }
        var hung = document.layout.pictures
        var effects: [Effect] = []
        for (address, order) in picturesNear {
            let state = account.shelf[picture: order]
            if let item = state?.item { hung[address] = item.picture }
            let due: PictureOrder
            switch state {
            case .due(let old): due = order.knowing(old.digest)
            case .requested, .current, .renewed, .failed: continue
            case nil: due = order
            }
            account.shelf.ask(for: order)
            effects.append(.ask(.picture(due, reply { $0.accept($1, for: due) })))
        }
        self.document?.apply(pictures: hung)
        return effects
    }

    private mutating func accept(_ report: PictureReport, for order: PictureOrder) {
        account.shelf.put(report, for: order)
        switch report {
        case .drawn, .unchanged, .failed: break
        case .noProgram:
            guard chosen.showsPictures else { return }
            chosen.showsPictures = false
            notice = .failure("Pictures need the program chafa, which is not installed: apt install chafa.")
        }
    }

    mutating func togglePictures() -> [Effect] {
        chosen.showsPictures.toggle()
        if chosen.showsPictures {
            account.shelf.forgetUnansweredPictures()
            notice = .news("Pictures are on: \(keys.keyName(of: .togglePictures)) shows their text again.")
        } else {
            for index in account.tabs.indices { account.tabs[index].document?.apply(pictures: [:]) }
            notice = .news("Pictures are off.")
        }
        return []
    }
}
