namespace Testing.Journal;

/// <summary>A change of names that no fsync of the folder covers yet, and how it is undone.</summary>
/// <param name="What">For messages.</param>
/// <param name="Undo">As if it had never reached the disk.</param>
internal sealed record FolderChange(string What, Action Undo);
