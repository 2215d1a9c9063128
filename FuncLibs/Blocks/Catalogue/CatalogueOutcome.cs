namespace FuncLibs.Blocks.Catalogue;

/// <summary>How reading a description, or holding a block against one, ended.</summary>
public enum CatalogueStatus : byte
{
    /// <summary>Nothing was tried: the value of <c>default</c>, never a success.</summary>
    None,

    /// <summary>All is as it should be.</summary>
    Ok,

    /// <summary>It was refused, with path and reason.</summary>
    Refused,
}

/// <summary>Outcome of <see cref="Codec.CatalogueCodec"/> and <see cref="BlockFit"/>.</summary>
/// <param name="Status">How it ended.</param>
/// <param name="Path">The offending place, for example <c>streams[0].groups.servo[3].columns[1].unit</c>; null when all
/// is well.</param>
/// <param name="Reason">What is wrong there and what is allowed.</param>
public readonly record struct CatalogueOutcome(CatalogueStatus Status, string? Path = null, string? Reason = null)
{
    /// <summary>A success.</summary>
    public static CatalogueOutcome Ok => new(CatalogueStatus.Ok);

    /// <summary>True when all is well.</summary>
    public bool IsOk => Status == CatalogueStatus.Ok;

    /// <summary>A refusal.</summary>
    public static CatalogueOutcome Refused(string path, string reason) => new(CatalogueStatus.Refused, path, reason);

    /// <inheritdoc/>
    public override string ToString() => Status == CatalogueStatus.Refused ? $"{Path}: {Reason}" : Status.ToString();
}
