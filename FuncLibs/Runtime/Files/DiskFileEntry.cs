namespace FuncLibs.Runtime.Files;

/// <summary>A file of the journal's folder.</summary>
/// <param name="Name">Name without folder.</param>
/// <param name="Length">Bytes.</param>
public readonly record struct DiskFileEntry(string Name, long Length);
