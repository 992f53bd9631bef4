/// Words that no generated code contains, in lowercase. Digits that look like letters are treated as those letters.
///
/// Words of three letters are listed only if they can hardly be read as anything else.
enum BlockedWords {
    static let all: [StaticString] = [
        // English
        "anal", "anus", "arse", "ass", "bastard", "bitch", "boob", "bollock", "butt", "cock", "coon", "crap", "cum",
        "cunt", "damn", "dick", "dildo", "dyke", "fag", "fuc", "fuk", "gook", "homo", "jerk", "jizz", "kike", "kill",
        "kkk", "nazi", "negro", "nigg", "nude", "orgy", "paki", "penis", "perv", "piss", "poop", "porn", "prick",
        "pube", "pussy", "queer", "rape", "rapist", "retard", "scum", "sex", "shag", "shit", "slag", "slut", "smut",
        "spic", "suck", "tit", "turd", "twat", "vagina", "vulva", "wank", "whore", "xxx",
        // Spanish, Portuguese and Italian
        "cabron", "caca", "cago", "cazzo", "culo", "fica", "foda", "joder", "mierda", "merda", "porra", "puta", "puto",
        "stronz", "troia",
        // French
        "bite", "chier", "conne", "merde", "nique", "putain", "pute", "salop",
        // German and Dutch
        "arsch", "fick", "fotze", "hure", "hoer", "kacke", "kanake", "kut", "lul", "mist", "nutte", "sau", "scheis",
        "schlampe", "titte", "wichs",
        // Nordic and Slavic, in Latin letters
        "fitta", "hora", "kuk", "kurwa", "blyad", "blyat", "pizda", "suka", "huj", "hui",
        // Words that suggest an error or a threat
        "bomb", "dead", "fail", "hack", "hate", "scam", "spam", "virus",
    ]
}
