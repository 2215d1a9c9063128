using FuncLibs.Hosting.Programs;
using SignalMonitor.Hosting;

return await HostProgram.RunAsync(args, MonitorHost.Definition);
