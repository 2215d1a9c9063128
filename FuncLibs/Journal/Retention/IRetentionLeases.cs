namespace FuncLibs.Journal.Retention;

/// <summary>What named lossless consumers still need. Asked on the journal thread, changed on others.</summary>
public interface IRetentionLeases
{
    /// <summary>True when somebody needs records of a stream up to <paramref name="last"/>.</summary>
    bool Needs(ulong epoch, uint stream, ulong last);
}
