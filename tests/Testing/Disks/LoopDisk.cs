using System.Diagnostics;
using System.Globalization;

namespace Testing.Disks;

/// <summary>
/// An ext4 file system in a file, mounted over a loop device, of which images can be taken as a power cut would leave
/// it: what the kernel has not written to the device by then is not in them. Needs Linux, root and mkfs.ext4.
/// </summary>
public sealed class LoopDisk : IDisposable
{
    // A process that another thread is starting has every file of this one open until its exec.
    private static readonly TimeSpan _maxBusy = TimeSpan.FromSeconds(20);

    private readonly string _image;

    private LoopDisk(string image, string mount)
    {
        _image = image;
        Path = mount;
        Directory.CreateDirectory(mount);
        Run("mount", "-o", "loop", image, mount);
        Device = Run("findmnt", "-n", "-o", "SOURCE", mount).Trim();
    }

    /// <summary>Where it is mounted.</summary>
    public string Path { get; }

    /// <summary>Its loop device.</summary>
    public string Device { get; }

    /// <summary>Why this machine cannot do it; null when it can.</summary>
    public static string? Missing { get; } = WhyNot();

    /// <summary>A new, empty one.</summary>
    /// <param name="folder">Where image and mount point are.</param>
    /// <param name="bytes">Its size; the file is sparse.</param>
    public static LoopDisk Make(string folder, long bytes)
    {
        string image = System.IO.Path.Combine(folder, "disk.img");
        using (FileStream file = File.Create(image))
            file.SetLength(bytes);
        Run("mkfs.ext4", "-q", "-F", image);
        return new LoopDisk(image, System.IO.Path.Combine(folder, "disk"));
    }

    /// <summary>
    /// Copies the device's bytes; what writes to it is stopped meanwhile by the caller. A copy during which the kernel
    /// wrote all the same is of no single moment, and is taken again.
    /// </summary>
    /// <param name="name">Of the image.</param>
    /// <returns>False when the device did not keep still.</returns>
    public bool TryTakeImage(string name)
    {
        const int Tries = 20;
        for (int i = 0; i < Tries; i++)
        {
            (long before, long waiting) = Writes();
            Run("cp", "--sparse=always", _image, ImageOf(name));
            if (waiting == 0 && Writes() == (before, 0))
                return true;
        }

        return false;
    }

    /// <summary>Mounts an image, which makes ext4 replay its own journal, as after a power cut.</summary>
    public LoopDisk Mount(string name) => new(ImageOf(name), ImageOf(name) + ".mounted");

    /// <summary>Runs a tool of the system; what it prints.</summary>
    /// <exception cref="InvalidOperationException">It failed.</exception>
    public static string Run(string tool, params string[] arguments)
    {
        (int code, string output, string errors) = Start(tool, arguments);
        return code == 0 ? output : throw Failed(tool, arguments, code, errors);
    }

    public void Dispose()
    {
        Unmount();
        File.Delete(_image);
    }

    private void Unmount()
    {
        string[] arguments = [Path];
        var clock = Stopwatch.StartNew();
        while (Start("umount", arguments) is { Code: not 0 } failed)
        {
            if (!failed.Errors.Contains("busy", StringComparison.Ordinal) || clock.Elapsed > _maxBusy)
                throw Failed("umount", arguments, failed.Code, failed.Errors);
        }
    }

    private static (int Code, string Output, string Errors) Start(string tool, string[] arguments)
    {
        var start =
            new ProcessStartInfo(tool, arguments) { RedirectStandardOutput = true, RedirectStandardError = true };
        using var process = Process.Start(start)!;
        string output = process.StandardOutput.ReadToEnd();
        string errors = process.StandardError.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, output, errors);
    }

    private static InvalidOperationException Failed(string tool, string[] arguments, int code, string errors) =>
        new($"{tool} {string.Join(' ', arguments)}: exit code {code}: {errors}");

    private string ImageOf(string name) =>
        System.IO.Path.Combine(System.IO.Path.GetDirectoryName(Path)!, name + ".img");

    // Documentation/block/stat.rst: field 5 counts writes that ended, field 9 those under way.
    private (long Ended, long UnderWay) Writes()
    {
        string stat = File.ReadAllText($"/sys/block/{System.IO.Path.GetFileName(Device)}/stat");
        string[] fields = stat.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
        return (
            long.Parse(fields[4], CultureInfo.InvariantCulture), long.Parse(fields[8], CultureInfo.InvariantCulture));
    }

    private static string? WhyNot()
    {
        if (!OperatingSystem.IsLinux() || !Environment.IsPrivilegedProcess)
            return "crash images need Linux and root, to mount a loop device";
        DirectoryInfo folder = Directory.CreateTempSubdirectory("telemetry-loop-");
        try
        {
            const long Smallest = 4 << 20;
            using LoopDisk disk = Make(folder.FullName, Smallest);
            return null;
        }
        catch (Exception e) when (e is InvalidOperationException or IOException or System.ComponentModel.Win32Exception)
        {
            return $"crash images need mkfs.ext4 and a loop device: {e.Message.ReplaceLineEndings(" ")}";
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
