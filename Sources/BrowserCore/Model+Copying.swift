import Recording

// What is copied into the clipboard.
extension Model {
    /// Copies the address of the page on the screen, else of the page that is being opened.
    mutating func copyAddress() -> [Effect] {
        let shown = document.flatMap { $0.source == .own ? nil : $0.url }
        guard let url = shown ?? visit?.opening.url else { return refuseToCopy() }
        notice = .news("The address was given to the terminal; whether it is copied, the terminal decides.")
        return [.copy(url.withoutCredentials.href)]
    }

    /// Copies the last request of the visit as a command for curl.
    mutating func copyCurl() -> [Effect] {
        guard visit != nil else { return refuseToCopy() }
        guard let request = visit?.request else {
            notice = .refusal("No server was asked for this page: there is no request to copy.")
            return []
        }
        notice = .news("The curl command was given to the terminal, its secrets masked.")
        return [.copy(CurlCommand.text(request))]
    }

    private mutating func refuseToCopy() -> [Effect] {
        notice = .refusal(Hindrance.noPage.rawValue.sentence)
        return []
    }
}
