// Code for Core Animation has Core Graphics and Foundation after `import QuartzCore`.
@_exported import PenumbraCoreGraphics
