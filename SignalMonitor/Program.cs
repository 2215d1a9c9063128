using FuncLibs.Hosting.Running;
using SignalMonitor.Hosting;

return await HostProgram.RunAsync(args, MonitorHost.Definition);
