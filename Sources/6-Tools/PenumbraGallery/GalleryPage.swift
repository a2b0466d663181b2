/// The gallery's `index.html`. It shows each picture with its scene and the command that makes the picture.
public enum GalleryPage {
    /// - Parameter scenes: the JSON of each picture's scene.
    public static func html(_ pictures: [GalleryPicture], scenes: [String]) -> String {
        var body = ""
        for (picture, scene) in zip(pictures, scenes) {
            let command = picture.command ?? "penumbra render \(picture.name).json -o \(picture.name).png"
            body += """
                <figure id="\(escaped(picture.name))">
                  <a href="\(escaped(picture.name)).png"><img src="\(escaped(picture.name)).png" alt="\(escaped(picture.title))"></a>
                  <figcaption><h2>\(escaped(picture.title))</h2><p>\(escaped(picture.caption))</p>
                  <pre class="command">\(escaped(command))</pre>
                  <details><summary>\(escaped(picture.name)).json</summary><pre>\(escaped(scene))</pre></details></figcaption>
                </figure>

                """
        }
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>Penumbra gallery</title>
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <style>
              :root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #223; background: #f4f5f7; }
              body { margin: 0 auto; padding: 2.5rem 1.5rem 4rem; max-width: 78rem; }
              header { margin-bottom: 2rem; } h1 { font-size: 2.4rem; margin: 0; letter-spacing: -.02em; }
              header p { margin: .25rem 0 0; color: #667; }
              main { display: grid; gap: 2rem; grid-template-columns: repeat(auto-fit, minmax(min(28rem, 100%), 1fr)); }
              figure { margin: 0; background: #fff; border-radius: 14px; overflow: hidden; box-shadow: 0 1px 3px #0002, 0 8px 28px #0001; }
              figure img { display: block; width: 100%; height: auto; }
              figcaption { padding: 1rem 1.25rem 1.25rem; } h2 { margin: 0; font-size: 1.15rem; } figcaption p { margin: .2rem 0 .8rem; color: #556; }
              pre { margin: 0; padding: .7rem .9rem; background: #f1f2f5; border-radius: 8px; font: 12.5px/1.45 ui-monospace, monospace; overflow-x: auto; }
              pre.command { white-space: pre-wrap; } details { margin-top: .6rem; } summary { cursor: pointer; color: #557; font-size: .9rem; margin-bottom: .4rem; }
            </style></head><body>
            <header><h1>Penumbra</h1><p>Layer effects for servers. Every picture here was made by the commands below it.</p></header>
            <main>
            \(body)</main></body></html>

            """
    }
}

/// Escapes a text for HTML and SVG.
package func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
        switch character {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        default: result.append(character)
        }
    }
    return result
}
