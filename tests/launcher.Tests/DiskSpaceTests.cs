using FuncLibs.Hosting;

namespace Launcher.Tests;

public sealed class DiskSpaceTests
{
    [Fact]
    public void Check_DiskAlmostFull_ReportsHowMuchIsThereAndWhatToDo() =>
        Should.Throw<StartupException>(() => DiskSpace.Check("/run", DiskSpace.MinBytes - 1)).Message.ShouldBe(
            "no disk space: 127 MiB are free at /run, a run needs 128 MiB; free some, or give --run-folder on another "
                + "disk");

    [Fact]
    public void Check_EnoughRoom_IsFine() => DiskSpace.Check("/run", DiskSpace.MinBytes);
}
