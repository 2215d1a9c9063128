using Testing.Disks;

namespace Integration.Journal;

/// <summary>
/// A fact that needs a file system of its own on a loop device; where there can be none it is skipped, and says why.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class LoopDiskFactAttribute : FactAttribute
{
    public LoopDiskFactAttribute() => Skip = LoopDisk.Missing;
}
