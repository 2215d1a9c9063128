namespace FuncLibs.Hosting.Run;

/// <summary>What a run window counts of a host.</summary>
public interface IBlockCount
{
    /// <summary>Blocks that went through since start; readable from any thread.</summary>
    long Blocks { get; }
}
