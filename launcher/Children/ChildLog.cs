namespace Launcher.Children;

/// <summary>
/// The log file of a child process, and its last lines for a report. Written by the readers of its two streams.
/// </summary>
internal sealed class ChildLog : IDisposable
{
    private const int LinesKept = 15;
    private readonly Lock _one = new();
    private readonly StreamWriter _file;
    private readonly Queue<string> _last = new();

    public ChildLog(string path)
    {
        Path = path;
        _file = new StreamWriter(path, append: false) { AutoFlush = true };
    }

    public string Path { get; }

    public IReadOnlyList<string> LastLines
    {
        get
        {
            lock (_one)
                return [.. _last];
        }
    }

    public void Write(string line)
    {
        lock (_one)
        {
            _file.WriteLine(line);
            _last.Enqueue(line);
            if (_last.Count > LinesKept)
                _last.Dequeue();
        }
    }

    public void Dispose()
    {
        lock (_one)
            _file.Dispose();
    }
}
